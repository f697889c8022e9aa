import { describe, expect, it } from 'vitest';
import { commandContext } from '../testing/command-context.ts';
import { openTestApp } from '../testing/open-test-app.ts';
import { WrongUse } from '../platform/process/command.ts';
import { commands } from './commands.server.ts';
import { saveEvents } from '../features/tracking/tracking.queries.server.ts';
import { cleanEvent } from '../features/tracking/clean-event.ts';

const test = openTestApp({ content: 'demo' });

const report = async (...args: string[]) => {
  const said: string[] = [];
  const status = await commands.report!.run(
    args,
    commandContext(test.services, { tell: (line) => void said.push(line) }),
  );
  return { status, text: said.join('\n') };
};

describe('npm run report', () => {
  it('lists readers, sources, pages, and exactly the searches without results', async () => {
    const at = new Date('2031-05-05T10:00:00Z');
    const of = (visit: string, path: string, source: string) => ({
      ...cleanEvent({ name: 'view', path }, at),
      visit,
      source,
    });
    await saveEvents(test.db, [
      of('a', '/', 'wa.me'),
      of('a', '/article/x-MTAwMQ', 'wa.me'),
      of('a', '/search?q=xqzvvkw', 'wa.me'),
      of('b', '/search?q=xqzvvkw', 'direct'),
      of('b', '/search?q=pension', 'direct'),
    ]);
    const { status, text } = await report('--day', '2031-05-05');
    expect(status).toBe(0);
    expect(text).toContain('2031-05-05: 2 visits, 5 pages opened');
    expect(text).toMatch(/1 {2}wa\.me/);
    expect(text).toMatch(/1 {2}\/article\/x-MTAwMQ/);
    expect(text).toMatch(/2 {2}xqzvvkw/);
    expect(text).not.toMatch(/\d {2}pension/);
    expect(JSON.parse((await report('--day', '2031-05-05', '--json')).text)).toMatchObject({
      day: '2031-05-05',
      readers: 2,
      searchesThatFindNothing: [{ text: 'xqzvvkw', readers: 2 }],
    });
  });

  it('says so where there was nothing', async () => {
    expect((await report('--day', '2031-05-06')).text).toMatch(/0 visits[\s\S]*none[\s\S]*none[\s\S]*none[\s\S]*none/);
  });

  it.each([[['--day', '2031-02-30']], [['--day', 'x']], [['--rows', '0']], [['--nonsense']]])(
    'is wrong use: %j',
    async (args) => {
      await expect(report(...args)).rejects.toThrow(WrongUse);
    },
  );
});
