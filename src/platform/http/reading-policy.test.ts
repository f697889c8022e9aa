// @runs slow
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pageTable } from '../../page-table.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const site = openTestApp({ env: { LANGUAGES: 'en,hi,ta' } });

const policyOf = async (path: string) => String((await site.app.inject(path)).headers['content-security-policy']);

it('WebAssembly runs on the page that reads pictures, in every language, and on no other', async () => {
  const allowed: string[] = [];
  for (const { pattern } of pageTable.pages)
    for (const prefix of ['', '/hi', '/ta']) {
      const path = (prefix + pattern.replaceAll(/:\w+/g, 'x')).replace(/(.)\/$/, '$1');
      if ((await policyOf(path)).includes('wasm')) allowed.push(path);
    }
  expect(allowed).toEqual(['/check', '/hi/check', '/ta/check']);
  const policy = await policyOf('/check');
  expect(policy).toContain("'strict-dynamic' 'wasm-unsafe-eval';");
  expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|nonce|\*|blob/);
});

it('the worker that reads pictures can send nothing', async () => {
  const assets = fileURLToPath(new URL('../../../build/client/assets', import.meta.url));
  const names = readdirSync(`${assets}/reading`).filter((name) => !/\.(?:br|js\.gz)$/.test(name));
  expect(names.length).toBe(5);
  for (const name of names) {
    const { headers } = await site.app.inject({
      url: `/assets/reading/${name}`,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toContain('immutable');
    // The data are unpacked by the worker, not by the browser.
    const isData = name.endsWith('.gz');
    expect(isData && headers['content-encoding']).toBeFalsy();
  }
  const script = readdirSync(assets).find((name) => name.endsWith('.js'));
  expect(await policyOf(`/assets/${script}`)).not.toContain('wasm');
});
