import type { ReactNode } from 'react';
import { moderation } from '../../messages/moderation.ts';
import { t } from '../../messages/messages.ts';
import { studio } from '../../messages/studio.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Links, StudioNav, type StudioNavModel } from './studio-parts.tsx';

export const moderationDesk = '/studio/moderation';
const parts = [
  [moderationDesk, 'queue'],
  [`${moderationDesk}/appeals`, 'appeals'],
  [`${moderationDesk}/log`, 'log'],
  [`${moderationDesk}/posting`, 'posting'],
] as const;

/** The frame of the desk's pages. */
export function ModerationFrame({ nav, here, children }: { nav: StudioNavModel; here: string; children: ReactNode }) {
  const words = moderation.desk;
  return (
    <>
      <PageHead title={t.site.titleOf(words.title)} description={studio.describe} path={here} isUnlisted />
      <StudioNav {...nav} here={moderationDesk} />
      <Links
        label={words.parts}
        links={parts.map(([href, name]) => ({ href, text: words[name], isHere: href === here }))}
      />
      {children}
    </>
  );
}
