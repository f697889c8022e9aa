import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp();
const get = (url: string) => test.app.inject({ url, headers: { accept: 'text/html' } });

it('shows the figures of the data that is there, and says what was not measured', async () => {
  const { counts, licence } = (await test.app.inject('/api/schemes/rules')).json<{
    counts: Record<string, number>;
    licence: string | null;
  }>();
  expect(licence).toBeNull();
  const page = await get('/open-data');
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toContain('public');
  const figures = [...page.body.matchAll(/<dd><b>([^<]*)<\/b><\/dd>/g)].map(([, text]) => text!.replaceAll(',', ''));
  expect(figures.slice(1)).toEqual([
    String(counts.schemes),
    expect.any(String),
    String(counts.conditions),
    String(counts.reviewedConditions),
    String(counts.cases),
    '0.7%',
    '98.7%',
    '65.8%',
  ]);
  expect(page.body).toContain('we have no such figure yet');
  expect(page.body).toContain('npm run bench -- proposals FOLDER');
  expect(page.body).toContain('has not chosen a licence yet');
  for (const address of ['/api/schemes/rules', '/api/schemes/rules/schema', '/api/schemes/rules/finder']) {
    expect(page.body).toContain(`href="${address}"`);
    expect((await test.app.inject(address)).statusCode).toBe(200);
  }
});

it('is read in Hindi too, and found in the sitemap', async () => {
  const page = (await get('/hi/open-data')).body;
  expect(page).toContain('खुला डेटा');
  expect(page).toContain('<code lang="en">npm run bench -- proposals FOLDER</code>');
  const index = await get('/sitemap.xml');
  const files = [...index.body.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]+)<\/loc>/g)].map(([, path]) => path!);
  const all = await Promise.all(files.map(async (path) => (await get(path)).body));
  expect(all.join('')).toContain('/open-data</loc>');
});
