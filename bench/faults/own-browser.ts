import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumArgs, chromiumPath } from '../chromium.ts';

export type OwnBrowser = { page: Page; kill(): Promise<void> };

/**
 * Chromium on a profile of ours, in a process group of its own: Playwright's own launch cannot be killed with all its
 * children. Navigation state is not restored, as on a phone that was switched off.
 */
export async function openBrowser(profile: string, origin: string, cookies: string): Promise<OwnBrowser> {
  const child = spawn(
    chromiumPath,
    [
      ...chromiumArgs,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=360,740',
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const killGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  process.once('exit', killGroup);
  const ended = once(child, 'exit');
  const browser = await connectTo(child.stderr);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window.');
  await context.addCookies(
    cookies.split('; ').map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: origin,
    })),
  );
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    async kill() {
      killGroup();
      await ended;
      process.removeListener('exit', killGroup);
    },
  };
}

async function connectTo(stderr: NodeJS.ReadableStream): Promise<Browser> {
  let text = '';
  for await (const chunk of stderr) {
    text += String(chunk);
    const [, address] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
    if (!address) continue;
    return chromium.connectOverCDP(address, { timeout: 60_000 });
  }
  throw new Error(`Chromium did not start:\n${text}`);
}
