import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('each class that a component takes from a CSS module is in that module, or the page says "undefined"', () => {
  const missing = globSync('src/**/*.tsx').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, path]) => {
      const css = readFileSync(join(dirname(file), path!), 'utf8');
      const classes = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, each]) => each));
      return [...source.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))]
        .map(([, used]) => used!)
        .filter((used) => !classes.has(used))
        .map((used) => `${file}: ${used}`);
    });
  });
  expect(missing).toEqual([]);
});
