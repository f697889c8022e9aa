import { expect, type Page, test } from '@playwright/test';

const scam =
  'Dear consumer your electricity power will be disconnected tonight at 10.10 pm from electricity office because your previous month bill was not updated. Please immediately contact our electricity officer 98765 00011.';

const light = { page: '#fff', bubble: '#eee', letters: '#111' };
const darkGreen = { page: '#0b141a', bubble: '#005c4b', letters: '#e9edef' };

/** As a phone draws a message: 720 pixels wide, a grey bubble. */
async function drawScreenshot(page: Page, text: string, colours = light): Promise<Buffer> {
  const base64 = await page.evaluate(
    ({ words, colours }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 640 });
      const context = canvas.getContext('2d')!;
      context.fillStyle = colours.page;
      context.fillRect(0, 0, 720, 640);
      context.fillStyle = colours.bubble;
      context.fillRect(30, 60, 620, 480);
      context.fillStyle = colours.letters;
      context.font = '30px sans-serif';
      let line = '';
      let top = 110;
      for (const word of words === '' ? [] : words.split(' ')) {
        if (context.measureText(`${line} ${word}`).width > 560) {
          context.fillText(line, 55, top);
          line = '';
          top += 44;
        }
        line = `${line} ${word}`.trim();
      }
      context.fillText(line, 55, top);
      return canvas.toDataURL('image/png').split(',')[1]!;
    },
    { words: text, colours },
  );
  return Buffer.from(base64, 'base64');
}

const pick = async (page: Page, buffer: Buffer, name = 'screenshot.png', mimeType = 'image/png') =>
  page.locator('[data-picture] input').setInputFiles({ name, mimeType, buffer });

const told = (page: Page) => page.locator('[data-picture] [role=status]');
const message = (page: Page) => page.getByLabel('The message, or what the caller said');

test('a screenshot is read on the device, judged, and in no request; the second time without a network', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const sent: { url: string; method: string; body: number }[] = [];
  page
    .context()
    .on('request', (request) =>
      sent.push({ url: request.url(), method: request.method(), body: request.postDataBuffer()?.length ?? 0 }),
    );
  const wrong: string[] = [];
  page.on('pageerror', ({ message: said }) => wrong.push(said));
  page.on('console', (line) => /policy|refused|trusted/i.test(line.text()) && wrong.push(line.text()));
  await page.goto('/check', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Read a screenshot' })).toHaveAccessibleDescription(
    /^The picture reader has to be fetched once: [4-7]\.\d MB\./,
  );
  expect(sent.filter(({ url }) => /reading|read-picture|tesseract/.test(url))).toEqual([]);

  const picture = await drawScreenshot(page, scam);
  await pick(page, picture);
  await expect(message(page)).toHaveValue(/disconnected tonight/, { timeout: 240_000 });
  await expect(message(page)).toBeFocused();
  await expect(told(page)).toContainText('in the box above');
  expect(sent.filter(({ url }) => url.includes('/assets/reading/')).length).toBeGreaterThanOrEqual(4);
  // A page view is counted in some 50 bytes; the picture has thousands.
  expect(picture.length).toBeGreaterThan(5_000);
  expect(sent.filter(({ body }) => body > 500)).toEqual([]);
  expect(sent.filter(({ url }) => new URL(url).origin !== new URL(page.url()).origin)).toEqual([]);
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This is a known scam' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Read a screenshot' })).toHaveAccessibleDescription(
    /^The picture reader is on this device already\./,
  );

  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await message(page).fill('');
  await pick(page, picture);
  await expect(message(page)).toHaveValue(/disconnected tonight/, { timeout: 240_000 });
  expect(wrong).toEqual([]);
});

/** As a share sheet does: a navigation by POST, in multipart. */
async function share(page: Page, picture: Buffer, text = ''): Promise<void> {
  await page.evaluate(
    ({ base64, words }) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        enctype: 'multipart/form-data',
        action: '/check',
      });
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], 'shared.png', { type: 'image/png' }));
      const file = Object.assign(document.createElement('input'), { type: 'file', name: 'picture' });
      file.files = files.files;
      const field = Object.assign(document.createElement('textarea'), { name: 'text', value: words });
      form.append(field, file);
      document.body.append(form);
      form.submit();
    },
    { base64: picture.toString('base64'), words: text },
  );
}

test('a picture that the phone shares is taken by the service worker, and read on the device alone', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // A green bubble in dark mode was read as nothing.
  const picture = await drawScreenshot(page, scam, darkGreen);
  const sent: number[] = [];
  page.context().on('request', (request) => {
    // The share itself: the worker answers it, and only the worker's own requests reach the network.
    if (request.serviceWorker() || !request.isNavigationRequest()) sent.push(request.postDataBuffer()?.length ?? 0);
  });
  await share(page, picture, 'Is this true?');
  await expect(told(page)).toContainText('A picture was shared');
  await expect(message(page)).toHaveValue('Is this true?');
  // 5.7 MB are not fetched without asking.
  const read = page.getByRole('button', { name: 'Read the shared picture' });
  await expect(read).toHaveAccessibleDescription(/^The picture reader has to be fetched once: [4-7]\.\d MB\./);
  await read.click();
  await expect(message(page)).toHaveValue(/^Is this true\?\n[^]*disconnected tonight/, { timeout: 240_000 });
  expect(sent.filter((bytes) => bytes > 500)).toEqual([]);

  // Kept by now: the next one is read at once, and without a network.
  await page.context().setOffline(true);
  await share(page, picture);
  await expect(message(page)).toHaveValue(/disconnected tonight/, { timeout: 240_000 });
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Read a screenshot' })).toBeVisible();
  await expect(message(page)).toHaveValue('');
});

test('what cannot be read says why, and the reading can be stopped', async ({ browser }) => {
  // A service worker's requests cannot be held up.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  test.setTimeout(300_000);
  await page.goto('/check', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Read a screenshot' })).toBeVisible();
  await pick(page, Buffer.from('%PDF-1.7'), 'bill.pdf', 'application/pdf');
  await expect(told(page)).toContainText('not a picture we can read');
  const whole = await drawScreenshot(page, '');
  await pick(page, whole.subarray(0, 200));
  await expect(told(page)).toContainText('cannot be opened');
  const bomb = Buffer.from(whole);
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  await pick(page, bomb);
  await expect(told(page)).toContainText('too large');
  await pick(page, Buffer.alloc(10 * 1024 * 1024 + 1));
  await expect(told(page)).toContainText('too large');

  await page.route('**/assets/reading/**', (route) => route.abort());
  await pick(page, whole);
  await expect(told(page)).toContainText('could not be fetched');
  await page.unroute('**/assets/reading/**');
  await page.route('**/assets/reading/**', () => {});
  await pick(page, whole);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(told(page)).toHaveText('Stopped. Nothing was read.');
  await page.unroute('**/assets/reading/**');

  await pick(page, whole);
  await expect(told(page)).toContainText('found no words', { timeout: 240_000 });
  await expect(message(page)).toHaveValue('');
  await context.close();
});

test('there is no field for a picture without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/check');
  await expect(message(page)).toBeVisible();
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  await context.close();
});
