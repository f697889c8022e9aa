import { like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { tickets } from '../../database/schema.ts';
import { listHelp } from '../../features/feedback/piece-help.queries.server.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp({ content: 'demo', log: (line) => void lines.push(line) });
let piece: string;
const lines: string[] = [];
beforeAll(async () => {
  piece = /href="(\/article\/[^"]+)"/.exec((await test.app.inject('/')).body)![1]!;
});

const send = (fields: Record<string, string>) => test.send('POST', '/helped', new URLSearchParams(fields));

describe('Did this help?', () => {
  it('is asked under every piece, by a form without script', async () => {
    const video = /href="(\/video\/[^"]+)"/.exec((await test.app.inject('/videos')).body)![1]!;
    for (const path of [piece, video]) {
      const { body } = await test.app.inject(path);
      expect(body).toContain('action="/helped"');
      expect(body).toContain(`name="about" value="${path}"`);
      expect(body).toContain('href="tel:112"');
    }
  });

  it('counts answers by piece, and asks what was missing', async () => {
    const yes = await send({ about: piece, answer: 'yes' });
    const no = await send({ about: piece, answer: 'no' });
    expect([yes.statusCode, no.statusCode]).toEqual([303, 303]);
    expect(await listHelp(test.db, 5)).toEqual([
      { kind: 'article', title: expect.any(String), helped: 1, didNotHelp: 1 },
    ]);
    const asked = await test.app.inject(no.headers.location as string);
    expect(asked.headers['cache-control']).toContain('no-store');
    expect(asked.body).toContain('name="missing"');
  });

  it.each([
    ['article', '/hi'],
    ['video', '/hi/videos'],
  ])('is asked in Hindi below a Hindi %s, and leads back to it', async (kind, list) => {
    const [, path = ''] = new RegExp(`href="(/hi/${kind}/[^"]+)"`).exec((await test.app.inject(list)).body) ?? [];
    const shown = await test.app.inject(path);
    const [, action = ''] = /action="([^"]*\/helped)"/.exec(shown.body) ?? [];
    const [, about = ''] = /name="about" value="([^"]+)"/.exec(shown.body) ?? [];
    expect([action, about]).toEqual(['/hi/helped', path]);
    const answered = await test.send('POST', action, new URLSearchParams({ about, answer: 'yes' }));
    expect([answered.statusCode, answered.headers.location]).toEqual([303, expect.stringMatching(/^\/hi\/helped\?/)]);
    const thanks = await test.app.inject(answered.headers.location as string);
    expect([thanks.statusCode, thanks.body.includes(`href="${path}"`)]).toEqual([200, true]);
  });

  it('counts at most 20 answers about a piece from one network in a day, and thanks for the others alike', async () => {
    const before = (await listHelp(test.db, 5))[0]!.helped;
    const { tallies } = test.services.limits;
    Object.assign(test.services.limits, { tallies: defaultLimits(test.services.connection).tallies });
    try {
      for (let at = 0; at < 30; at += 1) expect((await send({ about: piece, answer: 'yes' })).statusCode).toBe(303);
    } finally {
      Object.assign(test.services.limits, { tallies });
    }
    expect((await listHelp(test.db, 5))[0]!.helped).toBe(before + 20);
  });

  it('sends what was missing to the desk, keeps what was typed where it is refused, and logs none of it', async () => {
    const refused = await send({ about: piece, missing: 'x' });
    expect([refused.statusCode, refused.body.includes('>x</textarea>')]).toEqual([400, true]);
    const sent = await send({ about: piece, missing: 'the fee for otters is missing' });
    expect(sent.statusCode).toBe(303);
    const notes = await test.db
      .select({ about: tickets.about, email: tickets.email })
      .from(tickets)
      .where(like(tickets.body, '%otters%'));
    expect(notes).toEqual([{ about: piece, email: null }]);
    expect(lines.join('\n')).not.toContain('otters');
  });

  it('takes answers about public pieces only', async () => {
    for (const about of ['', '/', '/article/nothing-OTk5OTk5', '/login', 'https://evil.example/'])
      expect([about, (await send({ about, answer: 'yes' })).statusCode]).toEqual([about, 404]);
    expect((await send({ about: piece, answer: 'maybe' })).statusCode).toBe(400);
  });
});
