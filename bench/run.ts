import { existsSync } from 'node:fs';

const [name, ...rest] = process.argv.slice(2);
const known = [
  'pages',
  'uncached',
  'weight',
  'lighthouse',
  'html',
  'search',
  'spellings',
  'import',
  'sessions',
  'otp',
  'eligibility',
  'finder',
  'acts',
  'checks',
  'community',
  'mixed',
  'tracking',
  'studio',
  'studio-lists',
];
const explainThemselves = ['community', 'mixed'];
if (!name || !known.includes(name) || (rest.includes('--help') && !explainThemselves.includes(name))) {
  process.stdout.write(`Usage: npm run bench -- ${known.join(' | ')}   (see bench/README.md)\n`);
  process.exit(name === '--help' || rest.includes('--help') ? 0 : 2);
}
const script = new URL(`./${name}.ts`, import.meta.url);
if (!existsSync(script)) throw new Error(`${name}: not there yet`);
process.argv.splice(2, 1);
// As in production; must be set before React is loaded.
process.env.NODE_ENV = 'production';
await import(script.href);
