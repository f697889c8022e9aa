import { expect, it } from 'vitest';
import { judgeMessage } from '../../features/message-check/judge-message.ts';
import { indexScams } from '../../features/message-check/scam-likeness.ts';
import { scamsOfDesk } from '../../testing/scams-of-desk.ts';
import { type Child, verdictParts } from './verdict-parts.ts';

it('marks of the message all that its reasons quote', () => {
  const text = 'Your electricity will be cut tonight, call 98100 00012';
  const checked = judgeMessage(text, undefined, indexScams(scamsOfDesk()), null);
  const parts = verdictParts({
    checked,
    typed: { text, sender: '' },
    classes: { verdict: '', message: '' },
    origin: '',
  });
  const marked: string[] = [];
  const links: (string | null | undefined)[] = [];
  const collect = (child: Child) => {
    if (typeof child === 'string') return;
    if (child.tag === 'a') links.push(child.attributes.href);
    if (child.tag === 'mark') marked.push(child.children.join(''));
    child.children.forEach(collect);
  };
  collect(parts);
  expect(checked.signs.some(({ quote }) => quote.endsWith('98100 00012'))).toBe(true);
  expect(marked.join('')).toContain('98100 00012');
  for (const next of ['https://cybercrime.gov.in/', '/letters/bank', '/letters/police-complaint-refused'])
    expect(links).toContain(next);
});
