import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('../deploy', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'nagrik-deploy-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** Said in the test's own name, so that nobody takes it for checked. */
const needs = (program: string) => (isInstalled(program) ? '' : ` (SKIPPED: ${program} is not installed)`);

describe('what deploy/ holds', () => {
  it.skipIf(!isInstalled('systemd-analyze')).each(['nagrik.service', 'nagrik-backup.service', 'nagrik-backup.timer'])(
    `%s is what systemd understands${needs('systemd-analyze')}`,
    (name) => {
      // Checked against programs and people that need not be on this machine.
      for (const unit of ['nagrik.service', 'nagrik-backup.service', 'nagrik-backup.timer'])
        writeFileSync(
          join(scratch, unit),
          read(unit)
            .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
            .replace(/^User=.*$/m, 'User=root'),
        );
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(scratch, name)], {
        encoding: 'utf8',
      });
      expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([]);
    },
  );

  it.skipIf(!isInstalled('nginx'))(`nginx.conf is what nginx understands${needs('nginx')}`, () => {
    mkdirSync(join(scratch, 'certificates'));
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=example.org',
      '-days',
      '1',
      '-keyout',
      join(scratch, 'certificates/privkey.pem'),
      '-out',
      join(scratch, 'certificates/fullchain.pem'),
    ]);
    expect(made.status).toBe(0);
    const config = read('nginx.conf')
      .replaceAll('/etc/nginx/certificates', join(scratch, 'certificates'))
      .replace('/var/cache/nginx', scratch)
      .replace('site:3000', '127.0.0.1:3000')
      .replace('http2 on;', '')
      .replace('include /etc/nginx/mime.types;', '');
    writeFileSync(join(scratch, 'nginx.conf'), `pid ${scratch}/nginx.pid;\n${config}`);
    expect(spawnSync('nginx', ['-t', '-c', join(scratch, 'nginx.conf')], { encoding: 'utf8' })).toMatchObject({
      status: 0,
    });
  });

  it('nginx.conf closes what it opens, and every line ends', () => {
    const lines = read('nginx.conf')
      .split('\n')
      .map((line) => line.replace(/#.*$/, '').trim())
      .filter(Boolean);
    expect(lines.filter((line) => !/[;{}]$/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.endsWith('{'))).toHaveLength(lines.filter((line) => line === '}').length);
  });

  type Service = {
    image?: string;
    build?: { context: string; dockerfile: string };
    depends_on?: string[] | Record<string, unknown>;
    volumes?: string[];
    networks?: string[];
  };
  it('compose.yaml names only what is there', () => {
    const compose = parse(read('compose.yaml'), { uniqueKeys: true, strict: true }) as {
      services: Record<string, Service>;
      volumes: object;
      networks: object;
    };
    for (const { image, build, depends_on: others = [], volumes = [], networks = [] } of Object.values(
      compose.services,
    )) {
      expect(image ?? build).toBeDefined();
      expect(image ?? 'built:1').toMatch(/:\d/);
      expect(build ? existsSync(join(folder, build.context, build.dockerfile)) : true).toBe(true);
      for (const name of Array.isArray(others) ? others : Object.keys(others))
        expect(compose.services).toHaveProperty(name);
      for (const name of volumes.map((volume) => volume.split(':')[0]!).filter((name) => !name.startsWith('.')))
        expect(compose.volumes).toHaveProperty(name);
      for (const name of networks) expect(compose.networks).toHaveProperty(name);
    }
  });

  it('the image runs what a start runs, as nobody special, and is asked whether it is ready', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const instructions = read('Dockerfile')
      .replace(/\\\n/g, ' ')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));
    const known = /^(?:FROM|WORKDIR|ENV|COPY|RUN|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD) \S/;
    expect(instructions.filter((line) => !known.test(line))).toEqual([]);
    const command = JSON.parse(instructions.findLast((line) => line.startsWith('CMD '))!.slice(4)) as string[];
    expect(`exec ${command.join(' ')}`).toBe(scripts.start);
    expect(read('nagrik.service')).toContain(command.slice(1).join(' '));
    expect(instructions.findLast((line) => line.startsWith('USER '))).toBe('USER node');
    expect(instructions.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('/readyz'))).toBe(true);
  });
});
