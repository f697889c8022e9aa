import { readFileSync, writeFileSync } from 'node:fs';
import { settingsPage } from '../src/platform/settings/settings-page.server.ts';

const help = `Usage: npm run settings [-- --check]
  Writes docs/settings.md, the table of every setting, from src/platform/settings/settings.server.ts.
  --check only says whether it is current, and ends with 1 where it is not.`;

const file = new URL('../docs/settings.md', import.meta.url);

if (process.argv.includes('--help')) {
  process.stdout.write(`${help}\n`);
} else if (!process.argv.includes('--check')) {
  writeFileSync(file, settingsPage());
  process.stdout.write('docs/settings.md is written.\n');
} else if (readFileSync(file, 'utf8') === settingsPage()) {
  process.stdout.write('docs/settings.md is current.\n');
} else {
  process.stderr.write('docs/settings.md is not current. Run: npm run settings\n');
  process.exitCode = 1;
}
