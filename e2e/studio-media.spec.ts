import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { box } from '../src/testing/films.ts';
import { expectAccessible, expectToFit } from './axe.ts';
import { openNewsroom, saved } from './newsroom.ts';

const { hire } = openNewsroom(80);

const real = readFileSync(new URL('../content/media/videos/aadhaar-new-address.mp4', import.meta.url));
/** A film that can be played, and has to be sent in pieces. */
const film = (megabytes: number) => ({
  name: `VID_${megabytes}.mp4`,
  mimeType: 'video/mp4',
  buffer: Buffer.concat([real, box('free', Buffer.alloc(megabytes * 1024 * 1024))]),
});
const pieces = '**/api/studio/media/uploads/*';

async function choose(page: Page, megabytes: number): Promise<void> {
  await page.getByLabel('Picture, clip or captions from this device').setInputFiles(film(megabytes));
}

test('a clip arrives though the network breaks three times, and gets its poster and captions', async ({ page }) => {
  await hire(page, 'writer');
  await page.goto('/studio/media');
  let sent = 0;
  await page.route(pieces, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
    return [2, 3, 5].includes(sent) ? route.abort('connectionreset') : route.continue();
  });
  await choose(page, 3);
  await page.getByLabel('What it shows').first().fill('A new address for Aadhaar');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page).toHaveURL(/done=sent/);
  expect(sent).toBeGreaterThan(7);
  await page.unroute(pieces);

  const item = page.getByRole('listitem').filter({ has: page.locator('video') });
  const video = item.locator('video');
  await expect(video).toHaveAttribute('aria-label', 'A new address for Aadhaar');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1);
  await item.getByRole('button', { name: 'Take the picture of this moment' }).click();
  await expect(item.getByText('Saved.')).toBeVisible();

  await item.getByText('Captions', { exact: true }).click();
  await item.getByLabel('Captions, one line each').fill('0:01 Take a proof of the address along\n0:00 Too early');
  await item.getByRole('button', { name: 'Save the captions' }).click();
  await expect(page.getByText('Line 2: the times must go up')).toBeVisible();
  await item.getByLabel('Captions, one line each').fill('0:01 Take a proof of the address along');
  await item.getByRole('button', { name: 'Save the captions' }).click();
  await expect(page).toHaveURL(/done=saved/);
  await expect(item.locator('track')).toHaveAttribute('src', /\.vtt$/);
  await expect(video).toHaveAttribute('poster', /^\/media\/studio\/[0-9a-f]{32}\.webp$/);
  await expectAccessible(page, 'media desk');
  await expectToFit(page, 'media desk');
  await page.goto('/hi/studio/media');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('तस्वीरें और वीडियो');
  await expectAccessible(page, 'media desk in Hindi');
});

test('a clip that was paused goes on after a reload, once the same file is chosen again', async ({ page }) => {
  await hire(page, 'writer');
  await page.goto('/studio/media');
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pieces, async (route) => {
    if (route.request().method() !== 'PATCH' || (sent += 1) <= 3) return route.continue();
    await held;
    // Sent on, a part of it could still arrive after the pause.
    await route.abort().catch(() => {});
  });
  await choose(page, 4);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => sent).toBe(4);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^Paused at \d+ %/)).toBeVisible();
  release();
  await page.unroute(pieces);
  await page.reload();
  await expect(page.getByText(/^VID_4\.mp4: 3\d %$/)).toBeVisible();

  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
  });
  await choose(page, 4);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page).toHaveURL(/done=sent/);
  expect(Number(offsets[0])).toBe(3 * 512 * 1024);
});

test('a video piece chooses its clip, and a story the pictures of its slides', async ({ page }) => {
  // A colleague's clip that no live piece shows is listed for editors only.
  await hire(page, 'editor');
  await page.goto('/studio/videos/new');
  await page.getByLabel('Title', { exact: true }).fill('A new address for Aadhaar');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await page.reload();
  await page.getByRole('button', { name: 'Details' }).click();
  const clip = page.getByLabel('Clip', { exact: true });
  await expect(clip).toHaveAccessibleDescription(/There is no clip yet/);
  await expectAccessible(page, 'a video without its clip');
  await expect(clip.getByRole('option', { name: /^A new address for Aadhaar/ })).toHaveCount(1);
  await clip.selectOption({ index: 1 });
  await expect(clip).toHaveValue(/^\/media\/studio\/[0-9a-f]{32}\.mp4$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await expect(clip).not.toHaveAttribute('aria-invalid');
  await expect(clip).toHaveAccessibleDescription('From the media desk.');

  await page.goto('/studio/webstories/new');
  const add = page.getByRole('button', { name: 'Add a slide' });
  for (const heading of ['First', 'Second']) {
    await add.click();
    await page
      .getByLabel(/^Slide \d: heading$/)
      .last()
      .fill(heading);
  }
  const picture = page.getByLabel('Slide 2: Picture');
  await expect(picture.getByRole('option', { name: /^From the clip: A new address/ })).toHaveCount(1);
  await picture.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Move slide 2 up' }).click();
  await expect(page.getByLabel('Slide 1: heading')).toHaveValue('Second');
  await expect(page.getByLabel('Slide 1: Picture')).toHaveValue(/\.webp$/);
  await expectAccessible(page, 'slides of a story');
  await expectToFit(page, 'slides of a story', [320, 360]);
});
