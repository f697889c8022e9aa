// Prepares a clone: packages, the pinned Node, the build. Plain JavaScript for Node 18 and later, because it runs
// before anything is installed. A no-op, in a few milliseconds, when nothing has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const options = new Set(process.argv.slice(2));
if (options.has('--help')) {
  console.log(`Usage: node scripts/prepare.mjs [--no-build] [--tests] [--quiet]
  --no-build  packages only
  --tests     also what the tests need: Chromium, and PostgreSQL's programs (by apt, when root on Debian)
  --quiet     say nothing unless there is something to do`);
  process.exit(0);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const started = Date.now();
const say = (line) => console.log(`[prepare] ${line}`);
const stampDir = join(root, 'node_modules', '.nagrik');

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};
const isStamped = (name, value) =>
  existsSync(join(stampDir, name)) && readFileSync(join(stampDir, name), 'utf8') === value;
const stamp = (name, value) => {
  mkdirSync(stampDir, { recursive: true });
  writeFileSync(join(stampDir, name), value);
};

function run(command, args, what) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  // Interrupted by Ctrl+C: no message needed.
  if (result.signal === 'SIGINT' || result.status === 130) process.exit(130);
  if (result.status !== 0) {
    console.error(`[prepare] ${what} failed (${command} ${args.join(' ')}).`);
    process.exit(1);
  }
}

function installPackages() {
  // Only the fields of package.json that affect the lock file: a new npm script must not trigger an install.
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const wanted = createHash('sha256')
    .update(hashOf(['package-lock.json']))
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]))
    .digest('hex');
  if (isStamped('packages', wanted)) return;
  say('Step 1 of 2: installing packages, with their pinned Node (one to three minutes) …');
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'],
    'Installing packages',
  );
  stamp('packages', wanted);
}

function sourcesOf(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? sourcesOf(path) : [path];
  });
}

function buildPages() {
  const sources = [
    ...sourcesOf('src').filter((file) => !/\.test\.tsx?$|\.sql$|\/meta\//.test(file)),
    ...sourcesOf('public'),
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
  ].sort();
  // Sizes and modification times first: hashing every file at each start would cost more than it saves.
  const quick = createHash('sha256')
    .update(
      sources
        .map((file) => {
          const { size, mtimeMs } = statSync(join(root, file));
          return `${file} ${size} ${mtimeMs}`;
        })
        .join('\n'),
    )
    .digest('hex');
  const isBuilt = existsSync(join(root, 'build/server/index.js'));
  if (isBuilt && isStamped('build-quick', quick)) return;
  const whole = hashOf(sources);
  if (!(isBuilt && isStamped('build', whole))) {
    say('Step 2 of 2: building the pages (up to half a minute) …');
    // Invalidate the stamps first, so that an interrupted build is not taken for the previous one.
    for (const name of ['build', 'build-quick']) rmSync(join(stampDir, name), { force: true });
    const pinned = join(root, 'node_modules/.bin/node');
    const node = existsSync(pinned) ? pinned : process.execPath;
    run(node, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], 'Building');
    run(node, [join(root, 'scripts/compress-assets.mjs')], 'Compressing');
    stamp('build', whole);
  }
  stamp('build-quick', quick);
}

function programsOfPostgres() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return (
    versions.some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`)) ||
    spawnSync('sh', ['-c', 'command -v initdb']).status === 0
  );
}

function installForTests() {
  const missing = [];
  if (!['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((file) => existsSync(file)))
    missing.push('chromium');
  if (!programsOfPostgres()) missing.push('postgresql');
  if (missing.length === 0) return;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) {
    say(`The tests need ${missing.join(' and ')}. Install with: sudo apt-get install ${missing.join(' ')}`);
    return;
  }
  say(`Installing ${missing.join(' and ')} for the tests …`);
  run('apt-get', ['update', '-qq'], 'apt-get update');
  run(
    'env',
    ['DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing],
    'apt-get install',
  );
}

installPackages();
if (!options.has('--no-build')) buildPages();
if (options.has('--tests')) installForTests();
if (!options.has('--quiet') && Date.now() - started > 1_500)
  say(`Ready after ${((Date.now() - started) / 1000).toFixed(0)} s.`);
