import { createElement, type ReactNode } from 'react';
import type { Judged } from '../../features/message-check/judge-message.ts';
import { FirstHelp } from '../../features/message-check/first-help.tsx';
import { type ScamSeen, SeenNow } from '../../features/message-check/seen-now.tsx';
import { check } from '../../messages/check.ts';
import { t } from '../../messages/messages.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './check.module.css';
import { type Part, verdictIcons, verdictParts } from './verdict-parts.ts';

export type CheckModel = {
  typed: { text: string; sender: string };
  error: string | null;
  checked: Judged | null;
  seenNow: ScamSeen[];
  /** 'https://nagrik.example' */
  origin: string;
};

export function CheckView({ typed, error, checked, seenNow, origin }: CheckModel) {
  const classes = { verdict: styles.verdict ?? '', message: styles.message ?? '' };
  return (
    <div className={`wrap pile slim ${styles.page}`}>
      <PageHead title={t.site.titleOf(check.title)} description={check.describe} heading={check.title} path="/check" />
      <Breadcrumbs crumbs={[{ name: check.title }]} />
      <div className="stack">
        <FirstHelp />
        <div data-verdict="" aria-live="polite">
          {checked && drawn(verdictParts({ checked, typed, classes, origin }))}
        </div>
        <ReportToEditors text={checked && checked.outcome !== 'nothing_found' ? typed.text : ''} />
      </div>
      {checked ? <h2>{check.tryAnother}</h2> : <h1>{check.heading}</h1>}
      <section className="box stack">
        <p className="soft">{check.lead}</p>
        <p className="soft later" data-on-device="">
          {check.onDevice}
        </p>
        <Island name="check" when="now" props={{ classes, sent: checked || error ? typed : null }}>
          <form className="form" method="post" action="/check" noValidate>
            <TextArea
              id="text"
              name="text"
              label={check.text}
              rows={6}
              maxLength={5_000}
              required
              defaultValue={checked ? '' : typed.text}
              error={error}
            />
            <PicturePlace />
            <Field
              id="sender"
              name="sender"
              label={check.sender}
              hint={check.senderHint}
              defaultValue={checked ? '' : typed.sender}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <button className="btn">{check.button}</button>
          </form>
        </Island>
      </section>
      <SeenNow scams={seenNow} isOnCheck />
      <p className="soft small">
        {check.feeds}: <a href={addressHere('/scams.json')}>JSON</a>, <a href={addressHere('/scams.xml')}>RSS</a>
      </p>
      <div hidden>
        {Object.values(verdictIcons).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    </div>
  );
}

/** Where a screenshot is read (picture-field.ts): the sentence is as long as the one that the script writes. */
const PicturePlace = () => (
  <div className="field later" data-picture="">
    <button type="button" className="btn ghost" aria-describedby="picture-hint">
      {check.pictureButton}
    </button>
    <p className="hint" id="picture-hint">
      {check.pictureNeeds('9.9')} {check.pictureStays}
    </p>
    <p role="status" />
    <progress max={1} aria-label={check.pictureButton} hidden />
    <button type="button" className="btn ghost" hidden>
      {check.pictureStop}
    </button>
    <button type="button" className="btn" aria-describedby="picture-hint" hidden>
      {check.pictureReadShared}
    </button>
  </div>
);

const drawn = ({ tag, attributes, children }: Part, key?: number): ReactNode => {
  const { class: className, tabindex, ...others } = attributes;
  const props = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  return createElement(
    tag,
    { ...props, key, className, ...(tabindex ? { tabIndex: Number(tabindex) } : {}) },
    ...children.map((child, at) => (typeof child === 'string' ? child : drawn(child, at))),
  );
};

/** Offered where something was found; the text is in the form only where the server has just judged it. */
function ReportToEditors({ text }: { text: string }) {
  return (
    <section className="box stack" data-tell="" hidden={text === ''}>
      <h2>{check.tellTitle}</h2>
      <form className="form" method="post" action="/check/tell">
        <input type="hidden" name="text" value={text} />
        <label className="tick">
          <input type="checkbox" name="tell" value="yes" required />
          <span>{check.tellTick}</span>
        </label>
        <button className="btn ghost">{check.tellButton}</button>
      </form>
    </section>
  );
}
