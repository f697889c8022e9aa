import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from './settings.server.ts';
import { settingsPage } from './settings-page.server.ts';

it('the table of settings is current', () => {
  expect(readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8'), 'Run: npm run settings').toBe(
    settingsPage(),
  );
});

it.each(Object.entries(settings.shape))('%s says what it does, and its examples fit', (_name, schema) => {
  const { description, examples } = schema.meta() ?? {};
  expect(description).toMatch(/^[A-Z].*\.$/);
  for (const example of (examples ?? []) as string[])
    expect(schema.safeParse(example)).toMatchObject({ success: true });
});
