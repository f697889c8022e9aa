import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';

type Said = { text: string; lang: string; rate: number };
type Stub = { said: Said[]; cancelled: number; endOne(): void; hear(text: string): void };

/** A device with these voices, and ears: what it says ends when the test says so. */
const stub = (page: Page, voices: string[]) =>
  page.addInitScript((langs) => {
    let current: EventTarget | null = null;
    let hearing: EventTarget | null = null;
    const state: Stub = {
      said: [],
      cancelled: 0,
      endOne: () => current?.dispatchEvent(new Event('end')),
      hear: (text) => {
        hearing?.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript: text }]] }));
        hearing?.dispatchEvent(new Event('end'));
      },
    };
    const listenTo = (one: EventTarget) => (hearing = one);
    class Utterance extends EventTarget {
      lang = '';
      rate = 1;
      voice: unknown = null;
      text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    class Recognition extends EventTarget {
      start = () => listenTo(this);
      stop = () => undefined;
    }
    const speechSynthesis = Object.assign(new EventTarget(), {
      getVoices: () => langs.map((lang) => ({ lang, localService: true })),
      speak: (one: Utterance) => {
        current = one;
        state.said.push({ text: one.text, lang: one.lang, rate: one.rate });
      },
      cancel: () => {
        state.cancelled += 1;
      },
    });
    const all = { speechSynthesis, SpeechSynthesisUtterance: Utterance, SpeechRecognition: Recognition, stub: state };
    for (const [name, value] of Object.entries(all)) Object.defineProperty(window, name, { value });
  }, voices);
const state = (page: Page) => page.evaluate(() => (window as unknown as { stub: Stub }).stub);
const endOne = (page: Page) => page.evaluate(() => (window as unknown as { stub: Stub }).stub.endOne());
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map((range) => String(range)));

for (const [path, lang, amounts, listen, pause, goOn, stop] of [
  ['/article/x-MTAxMw', 'en-IN', 'rupees 1,000 to rupees 5,000', 'Listen', 'Pause', 'Go on', 'Stop'],
  ['/hi/article/x-MTAxMw', 'hi-IN', '1,000 रुपये से 5,000 रुपये', 'सुनें', 'रोकें', 'आगे सुनें', 'बंद करें'],
] as const)
  test(`${path} is read aloud sentence by sentence, paused, hastened and stopped`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await stub(page, ['en-US', 'hi-IN', 'en-IN']);
    await page.goto(path);
    const button = page.locator('.share').getByRole('button', { name: listen, exact: true });
    const before = await button.boundingBox();
    await button.click();
    const bar = page.getByRole('region', { name: listen });
    await expect(bar).toBeVisible();
    await expect.poll(async () => (await state(page)).said.map(({ lang }) => lang)).toEqual([lang]);
    expect((await state(page)).said[0]!.text).toContain(amounts);
    expect((await button.boundingBox())?.x).toBe(before?.x);
    await endOne(page);
    await expect.poll(async () => (await state(page)).said.length).toBe(2);
    expect(await marked(page)).toHaveLength(1);
    await bar.getByRole('button', { name: pause }).click();
    // An end that comes late changes nothing.
    await endOne(page);
    expect((await state(page)).said).toHaveLength(2);
    await bar.getByRole('button', { name: goOn }).click();
    const again = (await state(page)).said;
    expect(again[2]?.text).toBe(again[1]?.text);
    await bar.getByRole('button', { name: /1×/ }).click();
    expect((await state(page)).said.at(-1)?.rate).toBe(1.25);
    await expectToFit(page, 'a page that is read aloud');
    await expectAccessible(page, 'a page that is read aloud');
    for (let at = 0; at < 400 && (await bar.isVisible()); at += 1) await endOne(page);
    await expect(bar).toHaveCount(0);
    const all = (await state(page)).said.map(({ text }) => text).join(' ');
    expect(all).not.toContain('₹');
    expect(await marked(page)).toEqual([]);
    await button.click();
    await bar.getByRole('button', { name: stop }).click();
    await expect(bar).toHaveCount(0);
    await expect(button).toBeFocused();
    // The speed is kept on this device.
    expect((await state(page)).said.at(-1)?.rate).toBe(1.25);
  });

test('what is in another language is said by a voice of that language, or left out', async ({ context }) => {
  const saidOn = async (voices: string[]) => {
    const other = await context.newPage();
    await stub(other, voices);
    await other.goto('/hi/article/x-MTAwMQ');
    await other
      .locator('.call li a')
      .first()
      .evaluate((link) => link.setAttribute('lang', 'en'));
    const source = await other.locator('.call li a').first().innerText();
    await other.locator('.share').getByRole('button', { name: 'सुनें', exact: true }).click();
    const bar = other.getByRole('region', { name: 'सुनें' });
    await expect(bar).toBeVisible();
    for (let at = 0; at < 600 && (await bar.isVisible()); at += 1) await endOne(other);
    const { said } = await state(other);
    await other.close();
    return { source, langs: [...new Set(said.filter(({ text }) => source.startsWith(text)).map(({ lang }) => lang))] };
  };
  expect((await saidOn(['hi-IN', 'en-IN'])).langs).toEqual(['en-IN']);
  expect((await saidOn(['hi-IN'])).langs).toEqual([]);
});

test('without a voice for its language a page says so; with ears, a search and a question are spoken', async ({
  page,
}) => {
  await stub(page, ['en-IN']);
  await page.goto('/hi/article/x-MTAxMw');
  await page.locator('.share').getByRole('button', { name: 'सुनें' }).click();
  await expect(page.locator('#said')).toContainText('आवाज़ नहीं है');
  await page.goto('/search');
  await page.locator('main').getByRole('searchbox').click();
  await page
    .locator('main')
    .getByRole('button', { name: /^Speak/ })
    .click();
  await page.evaluate(() => (window as unknown as { stub: Stub }).stub.hear('lost pan card'));
  await expect(page.locator('main [name=q]')).toHaveValue('lost pan card');
  await page.goto('/community/ask');
  await page
    .getByRole('button', { name: /^Speak/ })
    .first()
    .click();
  await page.evaluate(() => (window as unknown as { stub: Stub }).stub.hear('How do I get a pension'));
  await expect(page.locator('[name=title]')).toHaveValue('How do I get a pension');
  await expectToFit(page, 'the form of a question');
});
