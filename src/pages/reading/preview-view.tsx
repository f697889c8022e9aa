import { currentLanguage } from '../../messages/catalogue.ts';
import { studio as words } from '../../messages/studio.ts';
import type { PagePreview } from '../../platform/page/page-context.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { formatDate, hostOf } from '../../ui/format.ts';
import { PageHead, shorten } from '../../ui/page-head.tsx';
import { Told } from '../account/gate.tsx';
import styles from './preview.module.css';

export type PreviewModel = {
  /** Without prefix and query. */
  path: string;
  /** The page alone, as the frame shows it. */
  isBare: boolean;
  isDark: boolean;
  isPhone: boolean;
  state: keyof typeof words.state;
  revision: number;
  expiresAt: string;
  comments: { id: number; name: string; text: string; revision: number; at: string }[];
  isFull: boolean;
  hasSent: boolean;
  typed: { name: string; text: string };
  problem: string | null;
  /** Readers see this revision already, so its share picture is drawn. */
  isLive: boolean;
  title: string;
  origin: string;
};

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' });
const momentOf = (at: string): string => `${formatDate(at)}, ${clock.format(new Date(at))}`;

function addressOf({ path }: PreviewModel, asked: { phone?: boolean; dark?: boolean; bare?: boolean }): string {
  const names = Object.entries(asked).flatMap(([name, isAsked]) => (isAsked ? [`${name}=1`] : []));
  return names.length === 0 ? path : `${path}?${names.join('&')}`;
}

export function PreviewBar(model: PreviewModel) {
  const { preview } = words;
  const { isDark, isPhone } = model;
  return (
    <div className={styles.bar} role="region" aria-label={preview.title}>
      <p>
        <b>{preview.title}</b> · {preview.revision(model.revision)} · {words.state[model.state]}
        <br />
        {preview.note} {preview.until(momentOf(model.expiresAt))}
      </p>
      <a href={addressOf(model, { phone: !isPhone, dark: isDark })}>{isPhone ? preview.desktop : preview.phone}</a>
      <a href={addressOf(model, { phone: isPhone, dark: !isDark })}>{isDark ? preview.light : preview.dark}</a>
      <a href="#cards">{preview.cards}</a>
      <a href="#comments">{`${preview.comments} (${model.comments.length})`}</a>
    </div>
  );
}

export function PhoneFrame(model: PreviewModel) {
  return (
    <main id="main">
      <iframe
        className={styles.phone}
        title={words.preview.frame}
        src={addressIn(currentLanguage(), addressOf(model, { bare: true, dark: model.isDark }))}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
      />
    </main>
  );
}

/** A draft that lacks what its page needs: why, and its text. */
export function UnreadyView({ reasons, bodyHtml, title }: { reasons: string[]; bodyHtml: string; title: string }) {
  return (
    <main id="main" className="wrap read no-toc">
      <PageHead title={title} description={title} isUnlisted />
      <article className="paper">
        <Told tone="warn" title={words.preview.unready}>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Told>
        <h1>{title}</h1>
        <div className="md" dangerouslySetInnerHTML={{ __html: bodyHtml }} />
      </article>
    </main>
  );
}

/** Below the page: how others will show it, and the comments. */
export function PreviewNotes(model: PreviewModel & { head: PagePreview | null }) {
  const { head: preview, ...rest } = model;
  return (
    <aside className={`wrap ${styles.notes}`} aria-label={words.preview.title}>
      {preview?.head && <Cards {...rest} head={preview.head} />}
      <Comments {...rest} />
    </aside>
  );
}

function Cards({ head, origin, isLive }: PreviewModel & { head: NonNullable<PagePreview['head']> }) {
  const { preview } = words;
  const address = head.path === null ? origin : new URL(head.path, origin).href;
  return (
    <section id="cards">
      <h2>{preview.cards}</h2>
      <h3>{preview.whatsApp}</h3>
      <div className={styles.chat}>
        {isLive && head.picture ? (
          <img src={head.picture} alt="" width={1200} height={675} loading="lazy" />
        ) : (
          <small>{preview.picture}</small>
        )}
        <p>
          <b>{shorten(head.heading, 80)}</b>
        </p>
        <small>
          {shorten(head.description, 90)}
          <br />
          {hostOf(address)}
        </small>
      </div>
      <h3>{preview.search}</h3>
      <div className={styles.result}>
        <p>{shorten(address, 70)}</p>
        <p className={styles.link}>{shorten(head.title, 60)}</p>
        <p>{shorten(head.description, 155)}</p>
      </div>
    </section>
  );
}

function Comments({ comments, isFull, hasSent, typed, problem, path, revision }: PreviewModel) {
  const { preview } = words;
  return (
    <section id="comments">
      <h2>{preview.comments}</h2>
      {problem !== null ? <Told tone="bad" title={problem} /> : hasSent && <Told title={preview.sent} />}
      {comments.length === 0 && <p className="soft">{preview.noComments}</p>}
      <ul className="ledger">
        {comments.map((comment) => (
          <li key={comment.id}>
            <p>
              <b>{comment.name}</b>{' '}
              <span className="soft">
                {momentOf(comment.at)}
                {comment.revision !== revision && `, ${preview.onRevision(comment.revision)}`}
              </span>
            </p>
            <p className={styles.comment}>{comment.text}</p>
          </li>
        ))}
      </ul>
      {isFull ? (
        <p>{preview.full}</p>
      ) : (
        <form className="form" method="post" action={`${path}#comments`} noValidate>
          <Field
            id="preview-name"
            name="name"
            label={preview.name}
            defaultValue={typed.name}
            autoComplete="name"
            maxLength={80}
            required
          />
          <TextArea
            id="preview-text"
            name="text"
            label={preview.text}
            rows={5}
            maxLength={2000}
            defaultValue={typed.text}
            required
          />
          <button type="submit" className="btn">
            {preview.send}
          </button>
        </form>
      )}
    </section>
  );
}
