import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const help = `Usage: npm run sbom [-- FILE]
  Writes what this product is made of as CycloneDX JSON, from package-lock.json alone: no network, nothing installed.
  FILE is build/sbom.cdx.json unless named. Those that no server runs are marked as development: they build and test, or
  are built into what browsers load.`;

if (process.argv.includes('--help')) {
  process.stdout.write(`${help}\n`);
  process.exit(0);
}
const file = process.argv[2] ?? 'build/sbom.cdx.json';
const root = fileURLToPath(new URL('..', import.meta.url));
const { status, stdout, stderr, error } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--offline'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) {
  process.stderr.write(`npm could not make the list (npm 10 or later is needed): ${error?.message ?? stderr}\n`);
  process.exit(1);
}
const { components } = JSON.parse(stdout) as { components: unknown[] };
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, stdout);
process.stdout.write(`${file}: ${components.length} packages.\n`);
