import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { inLanguage } from '../platform/http/request-context.server.ts';
import { languages } from './languages-here.ts';
import { t } from './messages.ts';
import { nameSite } from './name-site.server.ts';
import { siteName } from './site-name.ts';

afterEach(() => nameSite(undefined));

it('is the product’s, in each language, until the site has one of its own', () => {
  const titles = () => languages.map((language) => inLanguage(language, () => t.site.titleOf('1')));
  expect(titles()).toEqual(['1 - Nagrik', '1 - नागरिक', '1 - நாகரிக்']);
  nameSite('Lucknow Khabar');
  expect(titles()).toEqual(languages.map(() => '1 - Lucknow Khabar'));
  expect(languages.map((language) => siteName(language))).toEqual(languages.map(() => 'Lucknow Khabar'));
});

// 'नागरिक' is an everyday word too ('citizen'), but no sentence of ours needs it.
it('stands in no sentence: each asks for it', () => {
  const files = globSync('src/messages/**/*.ts').filter(
    (file) => !/\.test\.ts$|\/(name-site\.server|site-name|catalogue)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /nagrik(?!_\w+_total)|नागरिक(?!ता)|நாகரிக/i.test(readFileSync(file, 'utf8')))).toEqual(
    [],
  );
});
