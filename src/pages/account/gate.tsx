import type { ReactNode } from 'react';
import { account } from '../../messages/account.ts';
import { t } from '../../messages/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { fullStop } from '../../ui/format.ts';

type Props = { title: string; description: string; path: string; heading?: ReactNode; children: ReactNode };

/** Layout of the single-form account pages: sign-in, sign-up, sign-out. */
export function Gate({ title, description, path, heading = title, children }: Props) {
  return (
    <div className="wrap gate">
      <PageHead title={t.site.titleOf(title)} description={description} path={path} isUnlisted />
      <h1>{heading}</h1>
      <div className="box">{children}</div>
    </div>
  );
}

/** Consent to terms and privacy policy, required to create an account. */
export function Agreement({ lead }: { lead: string }) {
  return (
    <>
      {lead} <a href="/terms">{account.terms}</a> {account.and} <a href="/privacy">{account.privacy}</a>
      {fullStop()}
    </>
  );
}

/** A notice above the form; focusable by its id from the URL's fragment. */
export function Notice({
  tone = 'good',
  title,
  children,
}: {
  tone?: 'good' | 'warn' | 'bad' | 'note';
  title: string;
  children?: ReactNode;
}) {
  const icon = { good: 'tick', warn: 'alert', bad: 'alert', note: 'info' }[tone];
  return (
    <div className={`call ${tone}`} role={tone === 'bad' ? 'alert' : 'status'} id="told" tabIndex={-1}>
      <Icon name={icon} />
      <b>{title}</b>
      {children}
    </div>
  );
}
