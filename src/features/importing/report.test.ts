import { expect, it } from 'vitest';
import { createReport } from './report.ts';
import { type Output } from '../../platform/process/command.ts';

function recording(isTty: boolean) {
  const lines: string[] = [];
  const output: Output = {
    isTty,
    out: (line) => void lines.push(line),
    err: (line) => void lines.push(line),
    progress: (line) => void lines.push(`~${line}`),
  };
  return { lines, output };
}

it('says what came of everything, with reasons, and fails only when something was lost', () => {
  const { lines, output } = recording(false);
  const report = createReport('posts', output, () => 0);
  report.count('created');
  report.skip('Post 2', 'a page of the shop');
  report.draft('Post 1');
  report.note('Post 1', 'a video became a link');
  expect(report.finish()).toBe(0);
  expect(lines.join('\n')).toContain('Post 2: a page of the shop');
  report.lose('Post 3', 'no title');
  report.lose('Post 4', 'no title');
  lines.length = 0;
  expect(report.finish()).toBe(1);
  expect(lines.join('\n')).toContain('2 × no title\n      Post 3, Post 4');
});

it('shows a bar on a terminal and a line every few seconds elsewhere, with what is left', () => {
  let now = 0;
  const onTerminal = recording(true);
  const inLog = recording(false);
  const reports = [createReport('posts', onTerminal.output, () => now), createReport('posts', inLog.output, () => now)];
  for (now = 0; now <= 10_000; now += 100) for (const report of reports) report.progress(now / 20_000);
  expect(onTerminal.lines.length).toBeGreaterThan(20);
  expect(onTerminal.lines.at(-1)).toContain('[############............] ');
  expect(inLog.lines).toHaveLength(2);
  expect(inLog.lines[0]).toBe('posts: 20%, 0 entries, about 16 s left');
});
