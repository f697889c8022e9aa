import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { type NewsletterItem, type newsletters, questions } from '../../database/schema.ts';
import { newsletter as words } from '../../messages/newsletter.ts';
import { siteName } from '../../messages/site-name.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { namesOf } from '../follows/list-follows.server.ts';
import { mailTitle } from '../notifications/mail-title.ts';
import { stopHeaders } from '../notifications/unsubscribe-key.server.ts';

type Stored = typeof newsletters.$inferSelect;
type Written = Pick<Stored, 'lang' | 'subject' | 'introduction' | 'items'>;
export type Rendered = { html: string; text: string };
type Shown = NewsletterItem & { canonicalUrl: string };

/** Stands for each recipient's own address; nobody can type it. */
const ownMark = '\u{F8FF}own\u{F8FF}';
export const withOwn = ({ html, text }: Rendered, own: string): Rendered => ({
  html: html.replaceAll(ownMark, own),
  text: text.replaceAll(ownMark, own),
});

/** What readers see now of these, in this order, with the titles of now; questions only with an answer. */
export async function readItems(db: Queryable, items: Pick<NewsletterItem, 'type' | 'id'>[]): Promise<Shown[]> {
  const nameOf = await namesOf(
    db,
    items.map(({ type, id }) => ({ entityType: type, entityId: String(id) })),
  );
  const asked = items.flatMap(({ type, id }) => (type === 'QUESTION' ? [id] : []));
  const rows = await db.select().from(questions).where(inArray(questions.id, asked));
  const answered = new Set(rows.flatMap(({ id, isAnswered }) => (isAnswered ? [id] : [])));
  return items.flatMap(({ type, id }) => {
    const { title, canonicalUrl } = nameOf(type, String(id)) ?? {};
    return title && canonicalUrl && (type !== 'QUESTION' || answered.has(id))
      ? [{ type, id, title, canonicalUrl }]
      : [];
  });
}

/** As it arrives, but for the recipient's own address. Titles as they were approved; what is gone since is left out. */
export async function renderNewsletter(db: Queryable, config: Config, written: Written): Promise<Rendered> {
  const here = new Map((await readItems(db, written.items)).map((item) => [`${item.type} ${item.id}`, item]));
  const items = written.items.flatMap((item) => {
    const now = here.get(`${item.type} ${item.id}`);
    return now ? [{ ...now, title: item.title }] : [];
  });
  return inLanguage(written.lang, () => layOut(config, written, items));
}

function layOut({ publicOrigin }: Config, { lang, subject, introduction }: Written, items: Shown[]): Rendered {
  const paragraphs = introduction
    .replaceAll(ownMark, '')
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const lines = items.map(({ type, id, title, canonicalUrl }) => {
    if (type !== 'QUESTION') return { kind: null, title, href: publicOrigin + addressHere(canonicalUrl) };
    // A stranger's words in our mail, which is trusted.
    const shown = mailTitle(title);
    const path = questionPath(shown.isHidden ? '' : title, id);
    return { kind: words.mail.question, title: shown.text, href: publicOrigin + addressHere(path) };
  });
  const why = words.mail.why(siteName());
  const home = publicOrigin + addressHere('/');
  const text = [
    ...paragraphs,
    ...lines.map(({ kind, title, href }) => [...(kind ? [kind] : []), title, href].join('\n')),
    `${siteName()}: ${home}`,
    `${why}\n${words.mail.own}:\n${ownMark}`,
  ].join('\n\n');
  const link = (href: string, title: string) => `<a href="${escapeHtml(href)}">${escapeHtml(title)}</a>`;
  // No picture and no style: each mail program shows it in its reader's own letters and colours.
  const html = [
    `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body>`,
    `<h1>${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br>')}</p>`),
    ...lines.map(({ kind, title, href }) => `<p>${kind ? `${escapeHtml(kind)}<br>` : ''}${link(href, title)}</p>`),
    `<hr><p>${link(home, siteName())}</p><p>${escapeHtml(why)} <a href="${ownMark}">${escapeHtml(words.mail.own)}</a></p></body></html>`,
  ].join('\n');
  return { html, text };
}

/** To one recipient. */
export function mailOf(subject: string, rendered: Rendered, to: string, own: string, expiresAt: Date): Message {
  return {
    channel: 'bulk',
    to,
    purpose: 'newsletter',
    subject,
    ...withOwn(rendered, own),
    headers: { ...stopHeaders(own), Precedence: 'bulk' },
    expiresAt,
  };
}
