import { test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';

const everyPage = [
  '/',
  '/category/schemes-MjUy',
  '/category/scams-MjU0?kind=videos',
  '/tag/aadhaar-MjAwMQ',
  '/author/asha-menon-MQ',
  '/article/x-MTAwMQ',
  '/article/x-MTAwNQ',
  '/video/x-NTAx',
  '/videos',
  '/webstory/your-first-rti',
  '/search?q=pan',
  '/search?q=zzzzqqqq',
  '/search',
  '/about',
  '/privacy',
  '/terms',
  '/grievance',
  '/settings/privacy',
  '/offline',
  '/no-such-page',
];
const widths = [320, 360, 580, 768, 960, 1200, 1536, 1800, 2100, 2400];

for (const path of everyPage) {
  test(`${path} is accessible, and at no width scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expectAccessible(page, path);
    await expectToFit(page, path, widths);
  });
}
