import { groupedNumber, helplinesFor, type HelplineSubject } from '../../features/helplines/helplines.ts';
import { HelplinesCheck } from '../../features/helplines/overdue-helplines.tsx';
import type { SchemeKind } from '../../features/schemes/kinds.ts';
import { finder as words } from '../../messages/finder.ts';
import { letters } from '../../messages/letters.ts';
import { t } from '../../messages/messages.ts';
import { addressWith } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';

const helplineOf: Partial<Record<SchemeKind, HelplineSubject>> = {
  pension: 'pension',
  health: 'health',
  work: 'labour',
  farm: 'farming',
};

/** For whom nothing fits, or not the scheme that they came for: where to ask, whom to call, how to write. */
export function WhatElse({ scheme }: { scheme: { name: string; kind: SchemeKind } | null }) {
  const subject = scheme && helplineOf[scheme.kind];
  const lines = [...new Set([...(subject ? helplinesFor(subject).slice(0, 1) : []), helplinesFor('legal-aid')[0]!])];
  return (
    <section className="stack">
      <SectionHead title={words.whatElse} />
      <p>{words.whatElseNote}</p>
      <div className="acts">
        <a
          className="btn ghost"
          rel="nofollow"
          href={addressWith('/community/ask', { title: scheme && words.insteadOf(scheme.name) })}
        >
          {t.search.askThis}
        </a>
        <a className="btn ghost" href="/letters">
          {letters.door}
        </a>
        {lines.map(({ number, name }) => (
          <a key={number} className="btn ghost" href={`tel:${number}`}>
            {name}: {groupedNumber(number)}
          </a>
        ))}
      </div>
      <HelplinesCheck numbers={lines.map(({ number }) => number)} />
    </section>
  );
}
