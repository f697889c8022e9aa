import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openNewsroom, saved, write } from './newsroom.ts';

// The way to readers and back, on a phone: what is set, told, and where.
const { colleague } = openNewsroom(85);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const state = (page: Page) => page.locator('.studio-state').first();
const toReaders = (page: Page) => button(page, 'To readers').click();
const unfold = (page: Page, name: string) => page.locator('summary', { hasText: name }).click();

/** The outcome of an act is on the screen, not only in the page. */
async function told(page: Page, text: string): Promise<void> {
  await expect(page.locator('.studio-acts').getByText(text).first()).toBeInViewport();
  await expectNarrow(page);
}
const expectNarrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
async function expectReachable(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = (await control.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  expect(box.height).toBeGreaterThanOrEqual(44);
}

/** An approved article by a writer, open at 'To readers' on the editor's phone. */
async function approved(writer: Page, editor: Page, title: string, text: string): Promise<string> {
  const path = await write(writer, title, text);
  await writer.getByLabel('Summary').fill('What it is about.');
  await sendAndApprove(writer, editor, path);
  return path;
}
async function sendAndApprove(writer: Page, editor: Page, path: string): Promise<void> {
  await toReaders(writer);
  await button(writer, 'Send for review').click();
  await told(writer, 'Sent for review.');
  await editor.goto(path);
  await toReaders(editor);
  await button(editor, 'Approve this revision').click();
  await told(editor, 'Approved.');
}

test('a time is set in India, shown, and taken away again; the approval stays', async ({ browser }) => {
  const [writer, editor] = [await colleague(browser, 'writer'), await colleague(browser, 'editor')];
  await approved(writer, editor, 'Pension by post', 'It comes each month.');
  await button(editor, 'Publish at this time').click();
  await expect(editor.getByText('Choose the day and the time.')).toBeInViewport();
  const when = editor.getByLabel('Day and time, in India');
  await expectReachable(when);
  await when.fill('2020-01-26T09:00');
  await button(editor, 'Publish at this time').click();
  await expect(editor.getByText('That time is past.')).toBeInViewport();
  await expect(state(editor)).toHaveText('Approved');
  await when.fill('2036-01-26T09:00');
  await button(editor, 'Publish at this time').click();
  await told(editor, 'It becomes public on 26 Jan 2036, 09:00, Indian time.');
  await expect(state(editor)).toHaveText('Scheduled');
  await expectAccessible(editor, 'a set time');
  await editor.reload();
  await toReaders(editor);
  await expectReachable(button(editor, 'Take the set time away'));
  await button(editor, 'Take the set time away').click();
  await told(editor, 'The set time is taken away.');
  await expect(state(editor)).toHaveText('Approved');
  await button(editor, 'Publish now').click();
  await told(editor, 'Readers see it now.');
  // Without a reload.
  await editor.locator('.studio-acts').getByRole('link', { name: 'As readers see it' }).click();
  await expect(editor.getByRole('heading', { name: 'Pension by post', level: 1 })).toBeVisible();
});

test('what is approved goes back with a note, and needs an approval again', async ({ browser }) => {
  const [writer, editor] = [await colleague(browser, 'writer'), await colleague(browser, 'editor')];
  const path = await approved(writer, editor, 'Ration card by phone', 'It takes 15 days.');
  await unfold(editor, 'Ask for changes');
  await expectReachable(button(editor, 'Ask for changes'));
  await button(editor, 'Ask for changes').click();
  await expect(editor.getByText('Say what should change.')).toBeInViewport();
  await editor.locator('#reason-send-back').fill('It takes 30 days');
  await button(editor, 'Ask for changes').click();
  await told(editor, 'It went back with your note.');
  await expect(state(editor)).toHaveText('Changes asked for');
  await expect(button(editor, 'Publish now')).toHaveCount(0);
  await writer.goto('/studio');
  await expect(writer.getByRole('link', { name: 'Ration card by phone' }).first()).toBeVisible();
  await writer.goto(path);
  await sendAndApprove(writer, editor, path);
});

test('a checker reads on while writing a note, and the writer sees it above the text', async ({ browser }) => {
  const writer = await colleague(browser, 'writer');
  const path = await write(writer, 'A long list of papers', 'One more paper to bring along.\n\n'.repeat(60));
  const atEnd = () => writer.evaluate(() => scrollTo(0, document.querySelector('.studio-body')!.scrollHeight));
  await atEnd();
  const place = await writer.evaluate(() => scrollY);
  await toReaders(writer);
  await expect(writer.getByRole('heading', { name: 'Before readers can see it' })).toBeInViewport();
  await expect(button(writer, 'To readers')).toBeInViewport({ ratio: 1 });
  await button(writer, 'Text').click();
  // The browser itself scrolls a little, so that the next view's name can be tapped.
  expect(Math.abs((await writer.evaluate(() => scrollY)) - place)).toBeLessThan(100);
  await toReaders(writer);
  await writer.getByLabel('Note to the others').fill('Is paper 7 still needed?');
  await button(writer, 'Send for review').click();
  await told(writer, 'Sent for review.');

  const checker = await colleague(browser, 'checker');
  await checker.goto(path);
  await expect(checker.getByText('Is paper 7 still needed?')).toBeVisible();
  await toReaders(checker);
  await checker.getByLabel('Note to the others').fill('Paper 7 is not needed.');
  await button(checker, 'Text').click();
  await toReaders(checker);
  await expect(checker.getByLabel('Note to the others')).toHaveValue('Paper 7 is not needed.');
  await button(checker, 'Ask for changes').click();
  await told(checker, 'It went back with your note.');

  await writer.goto(path);
  const note = writer.getByText('Paper 7 is not needed.');
  await expect(note).toBeVisible();
  await writer.getByLabel('Text', { exact: true }).fill('Three papers.');
  await saved(writer);
  await writer.reload();
  await expect(note).toBeVisible();
  await expectAccessible(writer, 'a piece with a note');
});

test('a changed fee demands a note at its field, and readers see that note', async ({ browser }) => {
  const [writer, editor] = [await colleague(browser, 'writer'), await colleague(browser, 'editor')];
  const path = await approved(writer, editor, 'Birth certificate', 'The fee is 10 rupees.');
  await button(editor, 'Publish now').click();
  await told(editor, 'Readers see it now.');
  await writer.goto(path);
  await writer.getByLabel('Text', { exact: true }).fill('The fee is 20 rupees.');
  await button(writer, 'Save').click();
  await saved(writer);
  await sendAndApprove(writer, editor, path);
  await button(editor, 'Publish now').click();
  const note = editor.getByLabel('What has changed, for readers');
  await expect(note).toBeFocused();
  await expect(note).toBeInViewport();
  await expect(note).toHaveAccessibleDescription(/say in one sentence what readers should know/);
  await expectAccessible(editor, 'a demanded note');
  await note.fill('The fee has gone up from 10 to 20 rupees.');
  await button(editor, 'Publish now').click();
  await told(editor, 'Readers see it now.');
  await editor.getByRole('link', { name: 'As readers see it' }).first().click();
  await expect(editor.getByText('The fee has gone up from 10 to 20 rupees.')).toBeVisible();
});

test('an emergency goes out with a reason that every editor sees', async ({ browser }) => {
  const [admin, editor] = [await colleague(browser, 'admin'), await colleague(browser, 'editor')];
  await write(admin, 'Flood: where the camps are', 'Go to the school.');
  await toReaders(admin);
  await unfold(admin, 'Publish without an approval');
  await button(admin, 'Publish it now, without an approval').click();
  await expect(admin.getByText('Say why.')).toBeInViewport();
  await admin.getByLabel('Reason').first().fill('The river is over the road');
  await button(admin, 'Publish it now, without an approval').click();
  await told(admin, 'Readers see it now.');
  await expect(state(admin)).toHaveText('Live');
  await editor.goto('/studio');
  const shown = editor.getByRole('listitem').filter({ hasText: 'The river is over the road' });
  await expect(shown.getByRole('link', { name: 'Flood: where the camps are' })).toBeVisible();
  await expectNarrow(editor);
});

test('a piece is taken from readers and comes back; removed, it is gone for good', async ({ browser }) => {
  const [writer, editor] = [await colleague(browser, 'writer'), await colleague(browser, 'admin', 'editor')];
  const path = await approved(writer, editor, 'An old rumour', 'It is not true.');
  await button(editor, 'Publish now').click();
  await told(editor, 'Readers see it now.');
  await editor.reload();
  await toReaders(editor);
  const address = (await editor.getByRole('link', { name: 'As readers see it' }).first().getAttribute('href'))!;
  const status = async () => (await editor.request.get(address)).status();
  expect(await status()).toBe(200);
  await unfold(editor, 'Take it from readers');
  await button(editor, 'Take it from readers').click();
  await expect(editor.getByText('Say why.')).toBeInViewport();
  await editor.locator('#reason-unpublish').fill('It is out of date');
  await button(editor, 'Take it from readers').click();
  await told(editor, 'Readers do not see it any more.');
  await expect(state(editor)).toHaveText('Unpublished');
  expect(await status()).toBe(404);
  await writer.goto(path);
  await sendAndApprove(writer, editor, path);
  await button(editor, 'Publish now').click();
  await told(editor, 'Readers see it now.');
  expect(await status()).toBe(200);

  await unfold(editor, 'Remove for good');
  await editor.locator('#reason-remove').fill('Order of a court');
  await button(editor, 'Remove for good').click();
  await told(editor, 'It is removed.');
  await expect(state(editor)).toHaveText('Removed');
  expect(await status()).toBe(410);
  await expectAccessible(editor, 'a removed piece');
  await editor.reload();
  await toReaders(editor);
  await expect(editor.getByText('It is removed.').first()).toBeVisible();
  await expect(button(editor, 'Send for review')).toHaveCount(0);
});
