import { SourceBroken, type ImportOptions, type ImportSource } from '../import-source.ts';
import { ReadProgress } from '../read-lines.server.ts';
import { oneLine } from '../repair-text.ts';
import type { OpenFile } from '../schemes/read-schemes.server.ts';
import { decodeEntities } from '../decode-entities.ts';
import { convertItem, type WxrContext } from './item-to-article.ts';
import { readWxr, type WxrHead, type WxrItem } from './read-wxr.server.ts';
import type { Attachment } from './shortcodes.ts';

const maxAttachments = 500_000;

/** A WordPress export (WXR), read twice: once for authors and pictures, which may come after what uses them, then for the pieces. */
export function openWordPress(file: OpenFile, options: ImportOptions): ImportSource {
  const progress = new ReadProgress(file.size);
  const remarks: string[] = [];
  return {
    name: file.name,
    format: 'wordpress',
    fingerprint: file.fingerprint,
    progress: () => progress.share,
    remarks: () => remarks,
    async *entries() {
      const { context, comments, queries } = await survey(file, options);
      if (comments > 0)
        remarks.push(
          `${comments} ${comments === 1 ? 'comment was' : 'comments were'} not taken: an export holds names and addresses of people who did not ask for this.`,
        );
      if (queries > 0) remarks.push(`${queries} old addresses of the form ?p=12 are not kept: only paths lead on.`);
      for await (const item of readWxr(file.path, file.isGzip, progress, emptyHead())) {
        yield { name: nameOf(item), convert: () => convertItem(item, context) };
      }
    },
  };
}

const emptyHead = (): WxrHead => ({ title: '', link: '', language: '', version: '', authors: new Map() });

function nameOf(item: WxrItem): string {
  const title = oneLine(decodeEntities(item.fields.title ?? ''))
    .slice(0, 100)
    .toWellFormed();
  return title ? `"${title}"` : `number ${oneLine(item.fields['wp:post_id'] ?? '').slice(0, 20) || 'unknown'}`;
}

async function survey(
  file: OpenFile,
  options: ImportOptions,
): Promise<{ context: WxrContext; comments: number; queries: number }> {
  const head = emptyHead();
  const attachments = new Map<number, Attachment>();
  let comments = 0;
  let queries = 0;
  try {
    for await (const item of readWxr(file.path, file.isGzip, new ReadProgress(file.size), head)) {
      comments += item.comments;
      const type = item.fields['wp:post_type']?.trim();
      if (
        (type === 'post' || type === 'page') &&
        /[?&](?:p|page_id)=\d/.test(`${item.fields.link} ${item.fields.guid}`)
      )
        queries += 1;
      const url = item.fields['wp:attachment_url']?.trim();
      if (type !== 'attachment' || !url || attachments.size >= maxAttachments) continue;
      attachments.set(Number(item.fields['wp:post_id']), {
        url,
        parent: Number(item.fields['wp:post_parent'] ?? 0),
        title: (item.meta._wp_attachment_image_alt ?? item.fields.title ?? '').slice(0, 300),
        caption: (item.fields['excerpt:encoded'] ?? '').slice(0, 1_000),
      });
    }
  } catch (error) {
    // What can be read is taken; the second reading says where it breaks off.
    if (!(error instanceof SourceBroken)) throw error;
  }
  const host = URL.parse(head.link)?.host.toLowerCase() || 'unknown';
  return { context: { head, host, attachments, options }, comments, queries };
}
