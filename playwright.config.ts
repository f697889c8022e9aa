import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { firstOfFreePorts } from './e2e/free-ports.ts';

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);
// The address bar's suggestions are two pages of Chromium's own in each window: more work than the page under test.
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
// Chromium heeds the last --disable-features only: Playwright's own (chromiumSwitches in playwright-core) again.
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
// Workers inherit it. Any service of this machine may have taken a fixed one.
process.env.E2E_PORT ??= String(await firstOfFreePorts(100));
const port = Number(process.env.E2E_PORT);
const isRoot = process.getuid?.() === 0;
// The folder of template databases that all sites of the tests copy; workers and servers inherit the first one's.
if (!process.env.NAGRIK_TEST_TEMPLATES) {
  const templates = mkdtempSync(join(tmpdir(), 'nagrik-templates-'));
  process.env.NAGRIK_TEST_TEMPLATES = templates;
  process.once('exit', () => rmSync(templates, { recursive: true, force: true }));
}

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  // A busy machine is no fault of the product.
  expect: { timeout: 15_000 },
  // Told as 'flaky', so that it is seen.
  retries: 1,
  use: {
    baseURL: `http://localhost:${port}`,
    // A smooth scroll may still run when the next button is clicked. What moves is tested where a test says so.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      // A browser that looks nothing up outside: no network is needed for these tests.
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...disabledByPlaywright, ...addressBar]}`,
      ],
    },
  },
  webServer: {
    command: `${process.execPath} e2e/serve.ts`,
    url: `http://localhost:${port}/readyz`,
    env: { PORT: String(port), LOG_LEVEL: 'error' },
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
  },
});
