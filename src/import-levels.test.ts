import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, 'features');
const levelOf = (feature: string): number => {
  const declared = readFileSync(join(features, feature, `${feature}.feature.ts`), 'utf8');
  return Number(/^  level: (\d+),$/m.exec(declared)![1]);
};
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
