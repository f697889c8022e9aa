// @runs slow
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../scripts/own-postgres.ts';
import { commands } from './commands/commands.server.ts';
import { commandContext } from './testing/command-context.ts';
import { join as joinSite, type Member } from './testing/join.ts';
import { listenOn } from './testing/raw-request.ts';
import { askNginx, hasNginx, startShippedNginx } from './testing/shipped-nginx.ts';
import { newFolder } from './testing/new-folder.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { prepared } from './testing/prepared.ts';

const encodings = ['gzip, deflate, br', 'gzip', 'identity'];
const site = openTestApp({ content: 'demo' });
const author = prepared(() => joinSite(site.services));
const moderator = prepared(() => joinSite(site.services, { role: 'moderator' }));
const folder = newFolder();
const proxies: { port: number; nginx: ChildProcess }[] = [];

beforeAll(async () => {
  if (!hasNginx) return;
  let behind = await listenOn(site.app);
  for (const name of ['first', 'second']) {
    const [plain, port] = [await freePort(), await freePort()];
    const nginx = startShippedNginx(join(folder, name), { site: behind, plain: plain!, tls: port! }, name === 'second');
    proxies.push({ port: port!, nginx });
    const serves = () =>
      askNginx(port!, '/about').then(
        ({ status }) => status === 200,
        () => false,
      );
    while (!(await serves())) await wait(100);
    behind = port!;
  }
});
afterAll(async () => {
  for (const { nginx } of proxies) nginx.kill('SIGQUIT');
});

async function run(name: string, ...args: string[]): Promise<void> {
  expect(await commands[name]!.run(args, commandContext(site.services))).toBe(0);
}
const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, who: Member, payload?: object) => {
  const answer = await site.send(method, `/api${url}`, payload, who.headers);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data;
};
const read = async (port: number, path: string, encoding: string) => {
  const { status, headers, bytes } = await askNginx(port, path, { 'accept-encoding': encoding });
  const kind = headers['content-encoding'];
  const text = kind === 'br' ? brotliDecompressSync(bytes) : kind === 'gzip' ? gunzipSync(bytes) : bytes;
  return { status, location: headers['location'], text: text.toString() };
};
/** Both proxies, each encoding: from the last to the first, so that one may hand on what the other has. */
const everywhere = (path: string) =>
  Promise.all(proxies.toReversed().flatMap(({ port }) => encodings.map((encoding) => read(port, path, encoding))));

/**
 * Shows `path` to both proxies, acts, and goes on asking or not.
 * @returns what both answer after two seconds
 */
async function afterTwoSeconds(path: string, isAskedMeanwhile: boolean, act: () => Promise<unknown>) {
  for (let round = 0; round < 2; round += 1)
    expect((await everywhere(path)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  await act();
  const until = performance.now() + 2_000;
  while (performance.now() < until) {
    await wait(150);
    if (isAskedMeanwhile) await everywhere(path);
  }
  return everywhere(path);
}

const ask = async (title: string): Promise<{ id: number; canonicalUrl: string }> =>
  call('POST', '/communities/question/create', author, { title });
const addressOf = async (id: number): Promise<string> =>
  (await site.app.inject({ url: `/api/article/${id}` })).json().data.canonicalUrl;

describe.skipIf(!hasNginx).each([
  ['asked for all the time', true],
  ['not asked for meanwhile', false],
] as const)(
  `behind two of the shipped nginx${hasNginx ? '' : ' (SKIPPED: nginx is not installed)'}, %s`,
  (_, asked) => {
    const [unpublished, removed] = asked ? [1002, 1003] : [1004, 1005];

    it('an unpublished and a removed piece are gone after two seconds', async () => {
      for (const [id, act, status] of [
        [unpublished, 'unpublish', 404],
        [removed, 'remove', 410],
      ] as const) {
        const path = await addressOf(id);
        const answers = await afterTwoSeconds(path, asked, () => run(act, path, '--reason', 'An order'));
        expect(answers.map((one) => one.status)).toEqual(Array(6).fill(status));
      }
    });

    it('so are a hidden question and the words of one that was corrected, also under its old address', async () => {
      const hidden = await ask(`A question with an address in it ${asked}`);
      const gone = await afterTwoSeconds(hidden.canonicalUrl, asked, () =>
        call('POST', '/moderation/act', moderator, {
          entityType: 'QUESTION',
          entityId: hidden.id,
          act: 'HIDE',
          reason: 'Private',
        }),
      );
      expect(gone.map(({ status }) => status)).toEqual(Array(6).fill(404));

      const wrong = await ask(`The last day is the 31st of December ${asked}`);
      const corrected = await afterTwoSeconds(wrong.canonicalUrl, asked, () =>
        call('PATCH', `/communities/question/${wrong.id}`, author, {
          title: `The last day is the 31st of January ${asked}`,
        }),
      );
      for (const { status, location, text } of corrected) {
        expect([status, location]).toEqual([301, expect.stringContaining('january')]);
        expect(text).not.toContain('December');
      }
    });
  },
);
