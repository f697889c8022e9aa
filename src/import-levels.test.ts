import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** Folders of src/features, from the lowest level to the highest; docs/architecture.md says what each is. */
const levels = [
  ['users', 'otp', 'sessions', 'profiles', 'search-index', 'helplines', 'transliteration'],
  ['categories', 'tags', 'authors'],
  ['articles', 'schemes', 'videos', 'webstories', 'textpages', 'papers', 'letters', 'reactions'],
  ['communities', 'moderation', 'notifications', 'message-check', 'feedback'],
  ['feed', 'search', 'syndication', 'referrals', 'support', 'tracking', 'publishing', 'pieces', 'proposals'],
  ['studio'],
  ['importing'],
  ['privacy', 'backups'],
];
const features = join(import.meta.dirname, 'features');
const levelOf = (feature: string) => levels.findIndex((level) => level.includes(feature));
const featureOf = (path: string) => path.split('/')[0] ?? '';

const withTests = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
const files = withTests.filter((path) => !/\.test\.tsx?$/.test(path));

/** Paths below src/features that a file imports, dynamic imports aside. */
function importsOf(path: string): string[] {
  const code = readFileSync(join(features, path), 'utf8');
  return [...code.matchAll(/^(?:import|export)[^;']*?'(\.[^']+)';/gm)]
    .map(([, target = '']) => relative(features, join(features, dirname(path), target)))
    .filter((target) => !target.startsWith('..'));
}

test('each feature has its level', () => {
  expect(levels.flat().toSorted()).toEqual(readdirSync(features).toSorted());
});

test('a feature imports from its own level and from lower ones; contracts and policies from any', () => {
  const upwards = files.flatMap((path) =>
    importsOf(path)
      .filter((target) => levelOf(featureOf(target)) > levelOf(featureOf(path)))
      .filter((target) => !/\.(?:contract|policy)\.ts$/.test(target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(upwards).toEqual([]);
});

test('the studio, its tests included, imports nothing of importing', () => {
  const imports = withTests
    .filter((path) => featureOf(path) === 'studio')
    .flatMap((path) => importsOf(path).filter((target) => featureOf(target) === 'importing'));
  expect(imports).toEqual([]);
});
