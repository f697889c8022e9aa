import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const chromiumPath =
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file)) ??
  'chromium';
export const hasChromium = () => !spawnSync(chromiumPath, ['--version']).error;

/** Flags that keep Chromium from making requests of its own. */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
