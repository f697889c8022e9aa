import { SourceBroken, type ImportOptions, type ImportSource } from '../import-source.ts';
import { type OpenFile, ReadProgress, sourceOfFile } from '../read-file.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { NameNeeded, nameOfAddress } from '../source-name.ts';
import { decodeEntities } from '../../../platform/text/decode-entities.ts';
import { convertItem, type WxrContext } from './item-to-article.ts';
import { cut, readWxr, type WxrHead, type WxrItem } from './read-wxr.server.ts';
import type { Attachment } from './shortcodes.ts';

const maxAttachments = 500_000;
/** Of an attachment: all of them are held in memory. */
const longestUrl = 2_000;

/**
 * A WordPress export (WXR) in two passes, since authors and attachments may follow the items that use them.
 * @throws NotTaken, NameNeeded
 */
export async function openWordPress(file: OpenFile, given: ImportOptions): Promise<ImportSource> {
  const { context, comments } = await survey(file, given);
  const { site } = context.options;
  if (site === '') {
    // Only a real export lacks a name: reading one item proves that, otherwise readWxr rejects the file.
    for await (const item of readWxr(file, new ReadProgress(file.size), emptyHead()))
      if (item.fields['wp:post_type'] !== undefined)
        throw new NameNeeded(file.name, 'the export does not say its address');
  }
  const formerPrefix = `wxr:${URL.parse(context.head.link)?.host.toLowerCase() || 'unknown'}:`;
  const of = { format: 'wordpress', site, formerPrefix, keysAreNumbers: true };
  const source = sourceOfFile(file, of, async function* (progress) {
    for await (const item of readWxr(file, progress, emptyHead()))
      yield { name: nameOf(item), convert: () => convertItem(item, context) };
  });
  const left = `${comments} ${comments === 1 ? 'comment was' : 'comments were'} not taken: an export holds names and addresses of people who did not ask for this.`;
  return { ...source, remarks: () => (comments === 0 ? [] : [left]) };
}

const emptyHead = (): WxrHead => ({ link: '', authors: new Map() });

function nameOf(item: WxrItem): string {
  const title = oneLine(decodeEntities(item.fields.title ?? ''))
    .slice(0, 100)
    .toWellFormed();
  return title ? `"${title}"` : `number ${oneLine(item.fields['wp:post_id'] ?? '').slice(0, 20) || 'unknown'}`;
}

async function survey(file: OpenFile, given: ImportOptions): Promise<{ context: WxrContext; comments: number }> {
  const head = emptyHead();
  const attachments = new Map<number, Attachment>();
  let comments = 0;
  try {
    for await (const item of readWxr(file, new ReadProgress(file.size), head)) {
      comments += item.comments;
      const type = item.fields['wp:post_type']?.trim();
      const url = item.fields['wp:attachment_url']?.trim();
      if (type !== 'attachment' || !url || url.length > longestUrl || attachments.size >= maxAttachments) continue;
      attachments.set(Number(item.fields['wp:post_id']), {
        url,
        parent: Number(item.fields['wp:post_parent'] ?? 0),
        title: cut(item.meta._wp_attachment_image_alt ?? item.fields.title ?? '', 300),
        caption: cut(item.fields['excerpt:encoded'] ?? '', 1_000),
      });
    }
  } catch (error) {
    // The readable part is imported; the second pass reports the truncation.
    if (!(error instanceof SourceBroken)) throw error;
  }
  const site = given.site ?? nameOfAddress(head.link) ?? '';
  return { context: { head, attachments, options: { ...given, site } }, comments };
}
