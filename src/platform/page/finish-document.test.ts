import { expect, it } from 'vitest';
import { finishDocument } from './finish-document.server.ts';

it.each([
  ['<h1 lang="ur">اردو</h1>', '<h1 lang="ur" dir="rtl">اردو</h1>'],
  ['<a class="x" lang="ur" href="/a">اردو</a>', '<a class="x" lang="ur" dir="rtl" href="/a">اردو</a>'],
  ['<p lang="ur" dir="rtl">اردو</p>', '<p lang="ur" dir="rtl">اردو</p>'],
  ['<p dir="auto" lang="ur">اردو</p>', '<p dir="auto" lang="ur">اردو</p>'],
  ['<p lang="hi">हिंदी</p>', '<p lang="hi">हिंदी</p>'],
  ['<p> lang="ur"</p>', '<p> lang="ur"</p>'],
])('%s becomes %s', (rendered, finished) => {
  expect(finishDocument(rendered)).toBe(finished);
});
