import { expect, test } from 'vitest';
import { sourceSets, withPictures } from './picture-sources.ts';

test('nothing is offered wider than the original', () => {
  expect(sourceSets('/media/a/b.webp', 540)?.webp).toBe(
    '/img/320/a/b.webp.webp 320w, /img/480/a/b.webp.webp 480w, /img/640/a/b.webp.webp 540w',
  );
  expect(sourceSets('/media/b.jpg', 200)?.avif).toBe('/img/320/b.jpg.avif 200w');
});

test('a drawing, another site and a way out of the folder have no sizes', () => {
  for (const src of [
    '/media/a.svg',
    'https://other.example/a.jpg',
    '/media/../secret.png',
    '/media/a.gif',
    '/article/x.png',
  ])
    expect(sourceSets(src, 900)).toBeNull();
});

test('pictures of a body keep their words, size and laziness', () => {
  const html = withPictures(
    '<p>x</p><img src="/media/a.webp" alt="A map of &quot;x&quot;" width="640" height="400" loading="lazy" decoding="async"><p>y</p>',
  );
  expect(html).toContain(
    '<source type="image/avif" srcset="/img/320/a.webp.avif 320w, /img/480/a.webp.avif 480w, /img/640/a.webp.avif 640w"',
  );
  expect(html).toMatch(
    /<img src="\/media\/a\.webp" srcset="[^"]+" sizes="[^"]+" alt="A map of &quot;x&quot;" width="640" height="400" loading="lazy" decoding="async"><\/picture><p>y/,
  );
});

test('a body without pictures of ours is left as it is', () => {
  const html = '<p>&lt;img src="/media/a.webp" width="1"&gt;</p>';
  expect(withPictures(html)).toBe(html);
});
