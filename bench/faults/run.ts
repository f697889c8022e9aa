import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const known = readdirSync(folder)
  .flatMap((name) => /^(r\d+-[\w-]+|fuzz)\.ts$/.exec(name)?.[1] ?? [])
  .sort();
const names = process.argv.slice(2);
if (names.length === 0 || names.includes('--help')) {
  process.stdout.write(
    `Usage: npm run faults -- NAME…   or all\n  ${known.join('\n  ')}\nEach prints its figure and its goal, and ends with 1 where that is missed. They use processes, folders and databases of their own.\n`,
  );
  process.exit(names.length === 0 ? 2 : 0);
}
// Arguments after a single scenario's name are passed on to it, unless they are names themselves.
const isOne = known.includes(names[0]!) && names.slice(1).every((name) => !known.includes(name));
const wanted = isOne ? [names] : (names[0] === 'all' ? known : names).map((name) => [name]);
let missed = 0;
for (const [name, ...args] of wanted) {
  if (!known.includes(name!)) {
    process.stderr.write(`There is no fault called ${name}.\n`);
    process.exit(2);
  }
  if (spawnSync(process.execPath, [`${folder}${name}.ts`, ...args], { stdio: 'inherit' }).status !== 0) missed += 1;
}
process.exit(missed > 0 ? 1 : 0);
