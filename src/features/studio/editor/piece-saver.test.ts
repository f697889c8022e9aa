// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { studioAndPhone } from '../../../testing/studio-and-phone.ts';

it('an answer that was lost while typing goes on is no conflict with oneself', async () => {
  const here = studioAndPhone();
  const saver = here.saver();
  saver.change('body', 'One two');
  here.isAnswerLost = true;
  expect(await saver.save(false)).toBe(false);
  here.isAnswerLost = false;
  saver.change('body', 'One two three');
  await saver.save(false);
  expect(saver.read().conflict).toBeNull();
  expect(await saver.save(false)).toBe(true);
  expect(here.studio).toMatchObject({ revision: 3, body: 'One two three' });
});

it('after a kill between the save and its answer the own text is no conflict, and what came later is there', async () => {
  const here = studioAndPhone();
  const killed = here.saver();
  killed.change('body', 'One two');
  here.isAnswerLost = true;
  await killed.save(false);
  killed.change('body', 'One two three');
  await killed.keep();
  const reopened = here.saver();
  await reopened.restore();
  expect(reopened.read().conflict).toBeNull();
  expect(reopened.value('body')).toBe('One two three');
});

it.each(['before', 'after'])(
  'the last save of a page that is left is no conflict with oneself where the next page was read %s it',
  async (when) => {
    const here = studioAndPhone();
    const left = here.saver();
    left.change('body', 'One two');
    await left.keep();
    here.isPhoneSlow = true;
    left.change('body', 'Two');
    const readBefore = here.saver();
    left.leave();
    expect(here.studio).toMatchObject({ revision: 2, body: 'Two' });
    here.isPhoneSlow = false;
    const reloaded = when === 'before' ? readBefore : here.saver();
    await reloaded.restore();
    expect(reloaded.read().conflict).toBeNull();
    expect(reloaded.value('body')).toBe('Two');
    reloaded.change('body', 'Two three');
    await reloaded.save(false);
    await reloaded.save(false);
    expect(reloaded.read().conflict).toBeNull();
    expect(here.studio).toMatchObject({ revision: 3, body: 'Two three' });
  },
);

it('somebody else who saved after that is a conflict still', async () => {
  const here = studioAndPhone();
  const reloaded = here.saver();
  const left = here.saver();
  left.change('body', 'One two');
  await left.save(false);
  left.change('body', 'One two three');
  await left.keep();
  Object.assign(here.studio, { revision: 3, body: 'One two, by another' });
  await reloaded.restore();
  expect(reloaded.read().conflict).toMatchObject({ theirs: { body: 'One two, by another' } });
  expect(reloaded.value('body')).toBe('One two three');
});

it('a conflict that was not settled is met again by the next page, and nothing of it is sent', async () => {
  const here = studioAndPhone();
  const left = here.saver();
  left.change('body', 'One two');
  await left.keep();
  Object.assign(here.studio, { revision: 2, body: 'One, by another' });
  for (let visit = 0; visit < 2; visit += 1) {
    const reloaded = here.saver();
    await reloaded.restore();
    expect(reloaded.read().conflict).toMatchObject({ theirs: { body: 'One, by another' }, name: 'Asha' });
    expect(await reloaded.save(false)).toBe(false);
    reloaded.leave();
  }
  expect(here.studio).toMatchObject({ revision: 2, body: 'One, by another' });
});

it('a deletion is not given up where the newer text of somebody else has all the rest', async () => {
  const here = studioAndPhone();
  const left = here.saver();
  left.change('body', 'On');
  await left.keep();
  Object.assign(here.studio, { revision: 2, body: 'One, by another' });
  const reloaded = here.saver();
  await reloaded.restore();
  expect(reloaded.read().conflict).toMatchObject({ theirs: { body: 'One, by another' } });
  expect(reloaded.value('body')).toBe('On');
});

it('the save of somebody else is a conflict still', async () => {
  const here = studioAndPhone();
  const killed = here.saver();
  killed.change('body', 'One two');
  await killed.keep();
  Object.assign(here.studio, { revision: 2, body: 'One, by another' });
  const reopened = here.saver();
  await reopened.restore();
  expect(reopened.read().conflict).toMatchObject({ theirs: { revision: 2, body: 'One, by another' } });
  expect(reopened.value('body')).toBe('One two');
});

it.each([false, true])(
  'what is taken back while a save is under way is taken back in the studio (new: %s)',
  async (isNew) => {
    const here = studioAndPhone();
    const saver = here.saver(isNew);
    saver.change('title', 'Ration');
    saver.change('body', 'One two');
    here.onAnswer = () => saver.change('body', isNew ? '' : 'One');
    expect(await saver.save(false)).toBe(false);
    expect(await saver.save(false)).toBe(true);
    expect(here.studio.body).toBe(isNew ? '' : 'One');
  },
);

it.each([true, false])(
  'after a lost answer, what was taken back is restored (the studio has it: %s)',
  async (isTaken) => {
    const here = studioAndPhone();
    const killed = here.saver();
    killed.change('body', 'One two');
    here.isAnswerLost = true;
    await killed.save(false);
    killed.change('body', 'One');
    await killed.keep();
    here.isAnswerLost = false;
    if (!isTaken) Object.assign(here.studio, { revision: 1, body: 'One' });
    const reopened = here.saver();
    await reopened.restore();
    expect(reopened.value('body')).toBe('One');
    expect(await reopened.save(false)).toBe(true);
    expect(here.studio.body).toBe('One');
    expect(reopened.isChanged).toBe(false);
  },
);

it('what was wrong with a field is asked again once another value of it is in the studio', async () => {
  const here = studioAndPhone();
  here.problems = ['video', 'poster.0'].map((path) => ({ path, message: `No ${path} yet.`, isBlocking: true }));
  const saver = here.saver();
  const told = () => saver.read().base.problems.map(({ path }) => path);
  saver.change('body', 'One two');
  await saver.save(false);
  expect(told()).toEqual(['video', 'poster.0']);
  saver.change('video', '/media/studio/1.mp4');
  const saving = saver.save(false);
  here.problems = [{ path: 'poster.0', message: 'No poster yet.', isBlocking: true }];
  await saving;
  await expect.poll(told).toEqual(['poster.0']);
  saver.change('poster', '/media/studio/1.webp');
  const answer = here.holdRead();
  await saver.save(false);
  expect(told()).toEqual([]);
  answer.resolve({ ...saver.read().base, problems: [{ path: 'poster', message: 'No picture.', isBlocking: true }] });
  await expect.poll(told).toEqual(['poster']);
});

it('what was read before a save and came after it takes nothing back', async () => {
  const here = studioAndPhone();
  const saver = here.saver();
  const read = here.saver().read().base;
  const answer = here.holdRead();
  const refreshed = saver.refresh();
  saver.change('body', 'One two');
  await saver.save(false);
  answer.resolve(read);
  await refreshed;
  expect(saver.read().base).toMatchObject({ revision: 2, body: 'One two' });
});

it('what is typed while a new piece is sent always has an entry on the phone', async () => {
  const here = studioAndPhone();
  const saver = here.saver(true);
  saver.change('title', 'Ration');
  here.onAnswer = async () => {
    saver.change('body', 'Typed meanwhile');
    await saver.keep();
  };
  const { phone } = here;
  const entries: number[] = [];
  const set = phone.set.bind(phone);
  phone.set = (key, kept) => {
    set(key, kept);
    if (key === 'asha articles a-new-piece' && kept.id !== null)
      entries.push([...phone.values()].filter(({ changes }) => changes.body === 'Typed meanwhile').length);
    return phone;
  };
  await saver.save(false);
  expect(entries).toEqual([1]);
});

it('a new piece is begun in the language of the interface, unless another was chosen', async () => {
  const here = studioAndPhone();
  const saver = here.saver(true, 'hi');
  saver.change('title', 'राशन');
  await saver.save(false);
  expect(here.studio.fields).toMatchObject({ lang: 'hi' });
  const other = here.saver(true, 'hi');
  other.change('title', 'Ration');
  other.change('lang', 'en');
  await other.save(false);
  expect(here.studio.fields).toMatchObject({ lang: 'en' });
});

it('a reload that was under way while a new piece was begun leads to the piece', async () => {
  const here = studioAndPhone();
  const saver = here.saver(true);
  saver.change('title', 'Ration');
  here.onAnswer = () => saver.change('body', 'Typed meanwhile');
  await saver.save(false);
  expect(here.opened).toEqual(['begun 7, phone: asha articles a-new-piece; asha articles 7']);
  const reloaded = here.saver(true);
  await reloaded.restore();
  expect(here.opened.at(-1)).toBe('moved 7');
  const moved = here.saver();
  await moved.restore();
  expect(moved.value('body')).toBe('Typed meanwhile');
});

it('a new piece is saved before it has a title', async () => {
  const here = studioAndPhone();
  const saver = here.saver(true);
  saver.change('body', 'The text comes first');
  expect(await saver.save(false)).toBe(true);
  expect(here.studio.body).toBe('The text comes first');
});
