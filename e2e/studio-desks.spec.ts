import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { openNewsroom } from './newsroom.ts';
import { wxr } from '../src/testing/wxr.ts';

const { colleague, origin } = openNewsroom(70);

/** Moves on with Tab, as somebody without a pointer does. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((button) => button === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach "${name}".`);
}

test('a moderator takes a complaint and decides it on a phone, by keyboard alone', async ({ browser }) => {
  const page = await colleague(browser, 'moderator');
  const sent = await page.request.post('/api/support/grievance', {
    data: { name: 'Latika Rao', email: 'latika@example.in', category: 'UNLAWFUL', text: 'This is forbidden.' },
  });
  const { ticketId } = ((await sent.json()) as { data: { ticketId: number } }).data;
  await page.goto('/studio/complaints');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complaints');
  await expect(page.getByText('Latika')).toHaveCount(0);
  await expectAccessible(page, 'the complaints');
  await expectToFit(page, 'the complaints');
  await page.getByRole('link', { name: String(ticketId) }).press('Enter');
  await expect(page.getByText('Latika Rao')).toBeVisible();
  await expectAccessible(page, 'one complaint');
  await expectToFit(page, 'one complaint');
  await tabTo(page, 'Take it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Give it back' })).toBeVisible();
  await tabTo(page, 'Send as the decision, and close');
  await page.keyboard.press('Enter');
  // The page begins above the form: what is wrong is in sight all the same.
  await expect(page.getByLabel('Your answer')).toBeFocused();
  await expect(page.getByText('Write the answer first.')).toBeInViewport();
  await page.keyboard.type('You are right. It is gone.');
  await tabTo(page, 'Send as the decision, and close');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The answer is on its way by mail.')).toBeVisible();
  await expectAccessible(page, 'a decided complaint');
  await page.goto('/hi/studio/complaints?state=closed');
  await expect(page.getByText('समय पर हुआ').first()).toBeVisible();
});

test('an editor sees and writes a known scam in both languages on a phone', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  const list = await page.request.get('/api/studio/scams?q=electricity');
  const { data } = (await list.json()) as { data: { id: number; title: string }[] };
  const { id } = data.find(({ title: known }) => known === 'Electricity will be cut tonight')!;
  await page.goto(`/studio/scams/${id}`);
  await page.getByRole('button', { name: 'Details' }).click();
  const title = page.getByLabel('Title in Hindi');
  await expect(title).toHaveValue('आज रात बिजली कट जाएगी');
  await expect(page.getByLabel('What to do, in Hindi (1)')).toHaveValue(/फ़ोन न करें/);
  await expect(page.getByLabel('Advice 1', { exact: true })).toHaveValue('Do not call the number and install no app.');
  await expectAccessible(page, 'a known scam');
  await expectToFit(page, 'a known scam');
  await title.fill('आज रात बिजली काट दी जाएगी');
  const inHindi = page.getByRole('group', { name: 'For readers of Hindi' });
  await inHindi.getByRole('button', { name: 'Add advice' }).click();
  await page.getByLabel('What to do, in Hindi (3)').fill('पड़ोसियों को बताएँ।');
  await page.getByLabel('How it works, in Hindi').fill('');
  const stored = async () => {
    const answer = await page.request.get(`/api/studio/scams/${id}`);
    return ((await answer.json()) as { data: { translations: { hi: Record<string, unknown> } } }).data.translations.hi;
  };
  await expect.poll(stored).toMatchObject({ title: 'आज रात बिजली काट दी जाएगी' });
  await expect.poll(async () => ((await stored()).advice as string[]).at(-1)).toBe('पड़ोसियों को बताएँ।');
  await expect.poll(async () => 'body' in (await stored())).toBe(false);
});

test('an editor works the desks of freshness and of what was not found on a phone', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  for (const [path, heading] of [
    ['/studio/freshness?state=all', 'Freshness'],
    ['/studio/searches', 'What readers looked for and did not find'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectAccessible(page, heading);
    await expectToFit(page, heading);
  }
  await page.goto('/studio/freshness?state=all');
  await page
    .getByRole('button', { name: /^Checked today, still right:/ })
    .first()
    .press('Enter');
  await expect(page.getByText('Noted. The day of the next check has moved.')).toBeVisible();
});

test('an admin checks an export, imports it and undoes it with keys, on a narrow phone', async ({ browser }) => {
  const page = await colleague(browser, 'admin');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/studio/imports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring in another site');
  const name = 'e2e-old-site.xml';
  await page
    .getByLabel('The file')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(wxr([{ title: 'An imported well' }])) });
  await page.getByRole('button', { name: 'Send and check' }).press('Enter');
  await expect(page.getByText('Nothing is written yet.')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, 'the dry run of an import');
  await expectToFit(page, 'the dry run of an import');
  await page.getByRole('button', { name: 'Import now' }).press('Enter');
  const undo = page.getByRole('link', { name: `Undo: ${name}` });
  await expect(undo).toBeVisible({ timeout: 20_000 });
  await undo.press('Enter');
  await expect(page.getByText('Pieces that are deleted')).toBeVisible();
  await expectAccessible(page, 'what an undo would do');
  await expectToFit(page, 'what an undo would do');
  await page.getByRole('button', { name: 'Undo this import' }).press('Enter');
  await expect(page.locator('[data-state=undone]').first()).toBeVisible({ timeout: 20_000 });
  await page.goto('/hi/studio/imports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('दूसरी साइट के लेख लाएँ');
  await expectToFit(page, 'imports in Hindi');
});

test('an editor begins an answer from the desk on a phone, by keyboard alone', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  const title = 'How do I get a ration card for my mother in Patna?';
  await page.goto('/studio/questions');
  const headers = { origin };
  const asked = await page.request.post('/api/communities/question/create', { data: { title }, headers });
  expect(asked.status()).toBe(201);
  await page.goto('/studio/questions?clock=early');
  await expectAccessible(page, 'unanswered questions');
  await expectToFit(page, 'unanswered questions');
  await tabTo(page, `Begin an answer: ${title}`);
  await page.keyboard.press('Enter');
  const answer = page.getByLabel('Your answer');
  await expect(answer).toBeFocused();
  await expect(answer).toHaveValue(/\]\(http/);
  await expect(page.getByText('A draft made from one of our pages')).toBeVisible();
  await expectAccessible(page, 'a begun answer');
  await expectToFit(page, 'a begun answer');
  await page.goto('/notifications');
  await expectAccessible(page, 'notifications');
  await tabTo(page, 'Stop showing me these');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We do not send you such questions.')).toBeVisible();
});

test('a moderator decides several reports at once by keys, and closes the community for the night', async ({
  browser,
}) => {
  const page = await colleague(browser, 'moderator');
  const headers = { origin };
  const titles = ['Where is the first office?', 'Where is the second office?', 'Where is the third office?'];
  for (const title of titles) {
    const asked = await page.request.post('/api/communities/question/create', { data: { title }, headers });
    const { id } = ((await asked.json()) as { data: { id: number } }).data;
    const report = { entityType: 'QUESTION', entityId: id, reason: 'SPAM' };
    expect((await page.request.post('/api/communities/report', { data: report, headers })).status()).toBe(201);
  }
  await page.goto('/studio/moderation');
  await expect(page.getByText('Keys, while a box to tick has the focus')).toBeVisible();
  await expectAccessible(page, 'the queue');
  await expectToFit(page, 'the queue');
  const box = (title: string) => page.getByRole('checkbox', { name: `Choose: Question: ${title}` });
  await box(titles[0]!).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(box(titles[1]!)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(box(titles[1]!)).not.toBeChecked();
  // A letter in the field of the reason is a letter.
  await page.getByLabel('Why?').fill('Read and ');
  await page.getByLabel('Why?').press('d');
  await expect(page.getByLabel('Why?')).toHaveValue(/d$/);
  // More than one is deleted only where that is said.
  await page.locator('#together-really').check();
  await box(titles[2]!).focus();
  await page.keyboard.press('d');
  await expect(page.getByText('2 posts done, and noted in the log.')).toBeVisible();
  await expect(box(titles[0]!)).toHaveCount(0);
  await box(titles[1]!).focus();
  await page.keyboard.press('r');
  await expect(page.getByText('1 post done, and noted in the log.')).toBeVisible();

  await page.goto('/hi/studio/moderation/posting');
  await expectAccessible(page, 'new posts in Hindi');
  await expectToFit(page, 'new posts in Hindi');
  await page.goto('/studio/moderation/posting');
  await page.getByLabel('Nobody can post: the community can only be read').check();
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. It counts from now on.')).toBeVisible();
  const reader = await colleague(browser);
  await reader.goto('/community/ask');
  await expect(
    reader.getByText(/For now this community can only be read\. It opens again on .+ at 07:00\./),
  ).toBeVisible();
  await page.getByLabel('They are shown at once').first().check();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved. It counts from now on.')).toBeVisible();
  await reader.goto('/moderation-report');
  await expectAccessible(reader, 'the report of the month');
  await expectToFit(reader, 'the report of the month');
});
