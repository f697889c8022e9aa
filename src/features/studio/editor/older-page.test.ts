// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { studioAndPhone } from '../../../testing/studio-and-phone.ts';
import type { Fields } from './editor-props.ts';

it('a page that was read before a save whose answer came meanwhile goes on from that save', async () => {
  const here = studioAndPhone();
  const reloaded = here.saver();
  const left = here.saver();
  left.change('body', 'One two');
  await left.save(false);
  left.change('body', 'One');
  await left.keep();
  reloaded.change('title', 'Ration cards');
  await reloaded.restore();
  expect(reloaded.value('body')).toBe('One');
  expect(await reloaded.save(false)).toBe(true);
  expect(here.studio).toMatchObject({ revision: 3, body: 'One', fields: { title: 'Ration cards' } });
});

it.each([true, false])(
  'a value that was taken back is not lost where the studio does not answer the next page (it is the one that sends it: %s)',
  async (isSender) => {
    const here = studioAndPhone();
    const [reloaded, again, left] = [here.saver(), here.saver(), here.saver()];
    left.change('body', 'One two');
    await left.save(false);
    left.change('body', 'One');
    await left.keep();
    here.isOffline = true;
    await reloaded.restore();
    await reloaded.keep();
    here.isOffline = isSender;
    const next = isSender ? reloaded : again;
    if (!isSender) await again.restore();
    await next.save(false);
    expect(await next.save(false)).toBe(true);
    expect(next.read().conflict).toBeNull();
    expect(here.studio).toMatchObject({ revision: 3, body: 'One' });
  },
);

/** A page of revision 1 that cannot read the studio, where this device has saved revision 2 and typed on. */
async function openOlderPage(here: ReturnType<typeof studioAndPhone>, typedSince: Fields) {
  const [older, left] = [here.saver(), here.saver()];
  left.change('body', 'One two');
  await left.save(false);
  for (const [name, value] of Object.entries(typedSince)) left.change(name, value);
  await left.keep();
  here.isOffline = true;
  await older.restore();
  return older;
}

it.each([false, true])(
  'what is typed on a page older than the own last save is not sent over that save (by the next page: %s)',
  async (isNext) => {
    const here = studioAndPhone();
    const older = await openOlderPage(here, { title: 'Ration cards' });
    older.change('body', 'One more');
    await older.keep();
    here.isOffline = false;
    const page = isNext ? here.saver() : older;
    if (isNext) await page.restore();
    else await page.save(false);
    expect(page.read().conflict).toMatchObject({ from: 1, theirs: { revision: 2, body: 'One two' } });
    expect(await page.save(false)).toBe(false);
    expect(here.studio).toMatchObject({ revision: 2, body: 'One two' });
    await page.resolve('both');
    expect(page.value('body')).toMatch(/One two[^]*One more|One more[^]*One two/);
    expect(await page.save(false)).toBe(true);
    expect(here.studio).toMatchObject({ revision: 3, fields: { title: 'Ration cards' } });
  },
);

it('what is typed on a page older than the own last save, in a field left alone by that save, is no conflict', async () => {
  const here = studioAndPhone();
  const older = await openOlderPage(here, { title: 'Ration cards' });
  older.change('summary', 'In short.');
  await older.save(false);
  expect(older.read().conflict).toBeNull();
  expect(await older.save(false)).toBe(true);
  const fields = { title: 'Ration cards', summary: 'In short.' };
  expect(here.studio).toMatchObject({ revision: 3, body: 'One two', fields });
});

it('what is typed on an older page after the kept text was given up is not sent over the own last save', async () => {
  const here = studioAndPhone();
  const older = await openOlderPage(here, { body: 'One two three' });
  await older.dropMine();
  older.change('body', 'One more');
  await older.save(false);
  expect(older.read().conflict).toMatchObject({ from: 1, theirs: { revision: 2, body: 'One two' } });
});

it('where somebody else saved after the own last save, that own save does not count as theirs', async () => {
  const here = studioAndPhone();
  const older = await openOlderPage(here, { body: 'One two three' });
  await here.saveElsewhere({ title: 'Ration, by another' });
  await older.save(false);
  expect(older.read().conflict).toMatchObject({ from: 2, base: { body: 'One two' }, theirs: { revision: 3 } });
  expect(here.phone.get('asha articles 7')).toMatchObject({ base: 2 });
  await older.resolve('theirs');
  expect(here.studio).toMatchObject({ revision: 4, body: 'One two three', fields: { title: 'Ration, by another' } });
});
