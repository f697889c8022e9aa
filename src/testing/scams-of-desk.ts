import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import type { KnownScam } from '../features/message-check/scam-likeness.ts';

type Wording = { lang: string; text: string };

/** The known scams of `content/scams`, as the checker compares them. */
export const scamsOfDesk = (): (KnownScam & { wordings: Wording[] })[] =>
  globSync('content/scams/*.md').map((file) => {
    const { title, texts } = parse(readFileSync(file, 'utf8').split('---')[1]!) as { title: string; texts: Wording[] };
    const id = basename(file, '.md');
    return { id, title, canonicalUrl: '/check', advice: [], texts: texts.map(({ text }) => text), wordings: texts };
  });
