// @runs slow
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request as askPlain, type Server } from 'node:http';
import { request as askTls } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { mostExportBytes } from './features/importing/desk/import-jobs.server.ts';
import { mostClipBytes } from './features/studio/media/take-media.server.ts';
import { startShippedNginx } from './testing/shipped-nginx.ts';

const folder = fileURLToPath(new URL('../deploy', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'nagrik-deploy-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** Part of the test's name, so that a skipped check is visible. */
const needs = (program: string) => (isInstalled(program) ? '' : ` (SKIPPED: ${program} is not installed)`);

describe('what deploy/ holds', () => {
  const units = [
    'nagrik@.service',
    ...['backup', 'drill'].flatMap((name) => [`nagrik-${name}.service`, `nagrik-${name}.timer`]),
  ];
  it.skipIf(!isInstalled('systemd-analyze'))(`units that are valid for systemd${needs('systemd-analyze')}`, () => {
    // systemd-analyze also checks for programs and users that need not exist on this machine: replace them.
    const files = units.map((unit) => join(scratch, unit.replace('@', '@3000')));
    for (const [at, unit] of units.entries())
      writeFileSync(
        files[at]!,
        read(unit)
          .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
          .replace(/^User=.*$/m, 'User=root'),
      );
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('nagrik'))).toEqual([]);
  });

  it('gives the backup a folder that its user may write, before its first night', () => {
    const unit = read('nagrik-backup.service');
    const target = /^ExecStart=.*scripts\/backup\.ts (\S+) --keep 7,5,12$/m.exec(unit)?.[1];
    expect(read('nagrik-drill.service')).toContain(`scripts/drill.ts ${target}\n`);
    const made = /^StateDirectory=(\S+)$/m.exec(unit)?.[1];
    expect(target).toBe(`/var/lib/${made}`);
    expect(unit).toMatch(/^StateDirectoryMode=0700$/m);
  });

  describe.skipIf(!isInstalled('nginx'))(`a real nginx${needs('nginx')}`, () => {
    const seen: IncomingMessage[] = [];
    let site: Server;
    let ports: { site: number; plain: number; tls: number };
    let nginx: ChildProcess;
    const config = () => join(scratch, 'nginx.conf');

    beforeAll(async () => {
      site = createServer((request, response) => {
        seen.push(request);
        if (request.url === '/shed') response.statusCode = 503;
        response.end('from the site');
      });
      const [one, plain, tls] = [site, createServer(), createServer()];
      const [a, b, c] = await Promise.all([one, plain, tls].map(portOf));
      ports = { site: a!, plain: b!, tls: c! };
      await Promise.all([plain, tls].map((server) => new Promise((done) => server.close(done))));

      nginx = startShippedNginx(scratch, ports);
      await vi.waitFor(() => answerOf({}), { timeout: 30_000, interval: 100 });
    });
    afterAll(async () => {
      nginx?.kill('SIGQUIT');
      await new Promise((done) => site.close(done));
    });

    const portOf = (server: Server) =>
      new Promise<number>((done) =>
        server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)),
      );
    type Asked = { path?: string; host?: string; isPlain?: boolean; headers?: Record<string, string> };
    /** Sends a request as a browser would. */
    const answerOf = ({ path = '/', host = 'example.org', isPlain = false, headers = {} }: Asked) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const to = { host: '127.0.0.1', path, headers: { host, ...headers }, agent: false };
        const request = isPlain
          ? askPlain({ ...to, port: ports.plain })
          : askTls({ ...to, port: ports.tls, servername: host, rejectUnauthorized: false });
        request.on('response', (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer));
        });
        request.on('error', reject);
        request.end();
      });

    it('understands nginx.conf', () => {
      expect(spawnSync('nginx', ['-t', '-c', config()], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    });

    it('sends to https under its own name only, whatever host is asked for', async () => {
      const challenge = await answerOf({ path: '/.well-known/acme-challenge/none', isPlain: true });
      expect(challenge.statusCode).toBe(404);
      const answer = await answerOf({ path: '/a?b=c', isPlain: true });
      expect([answer.statusCode, answer.headers.location]).toEqual([301, 'https://example.org/a?b=c']);
      await expect(answerOf({ host: 'evil.example', isPlain: true })).rejects.toThrow(/hang up|reset/i);
      await expect(answerOf({ host: 'evil.example' })).rejects.toThrow(/alert|unrecognized|hang up|reset/i);
    });

    it('hides the health checks from the public, in every spelling', async () => {
      seen.length = 0;
      for (const path of [
        '/healthz',
        '/readyz',
        '/healthz/',
        '/readyz/',
        '/readyz//',
        '//readyz',
        '/%72eadyz',
        '/READYZ',
      ])
        expect((await answerOf({ path })).statusCode, path).toBe(404);
      expect(seen).toEqual([]);
    });

    it('goes on asking the only instance that listens, though it sheds load', async () => {
      const statuses: (number | undefined)[] = [];
      for (let turn = 0; turn < 8; turn += 1)
        statuses.push((await answerOf({ path: turn % 4 === 3 ? `/after-${turn}` : '/shed' })).statusCode);
      expect(statuses).toEqual([503, 503, 503, 200, 503, 503, 503, 200]);
    });

    it.each(['plain', 'tls'] as const)('closes a %s connection on which nothing is said', async (kind) => {
      const socket = connect(ports[kind], '127.0.0.1');
      socket.on('error', () => {}).resume();
      const opened = performance.now();
      await once(socket, 'close');
      expect(performance.now() - opened).toBeLessThan(15_000);
    });

    it('gives each request an id and an address of its own, whatever the reader claims', async () => {
      seen.length = 0;
      const answer = await answerOf({
        path: '/claims',
        headers: { 'x-request-id': 'chosen-by-a-reader', 'x-forwarded-for': '203.0.113.7' },
      });
      expect(answer.statusCode).toBe(200);
      const { headers } = seen.at(-1)!;
      expect(headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
      expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    });
  });

  it('says what each of its commands does, and that they are sound for a shell', () => {
    const commands = {
      'install.sh': 'install.sh --remove',
      nagrik: 'nagrik rollback',
      'offsite.sh': 'offsite.sh get',
      'compose-update.sh': 'compose-update.sh [INSTANCES]',
    };
    for (const [name, line] of Object.entries(commands)) {
      const { status, stdout, stderr } = spawnSync('sh', [join(folder, name), '--help'], { encoding: 'utf8' });
      expect([status, stderr, stdout], name).toEqual([0, '', expect.stringContaining(line)]);
      expect(stdout, name).not.toMatch(/^(?:set|case) /m);
      expect(spawnSync('sh', ['-n', join(folder, name)]).status, name).toBe(0);
    }
    expect(spawnSync('sh', ['-n', join(folder, 'proxy.sh')]).status).toBe(0);
    // nginx.conf is written for compose, and install.sh for two ports of this machine.
    expect(read('proxy.sh')).toContain('server site:3000 ');
    expect(read('install.sh')).toContain('server 127.0.0.1:3001');
    expect(read('nginx.conf')).toContain('server site:3000 ');
  });

  it.skipIf(!isInstalled('age') || !isInstalled('rsync'))(
    `offsite.sh brings back what it copied, and nothing that was changed${needs('age')}`,
    () => {
      const at = (path: string) => join(scratch, path);
      const run = (...args: string[]) => spawnSync('sh', [join(folder, 'offsite.sh'), ...args], { encoding: 'utf8' });
      const [older, name] = ['nagrik-2026-11-28T21-30-00Z', 'nagrik-2026-11-29T21-30-00Z'];
      for (const one of [older, name]) mkdirSync(at(`backups/${one}`), { recursive: true });
      writeFileSync(at(`backups/${name}/manifest.json`), '{"format":1}');
      mkdirSync(at('away'));
      spawnSync('age-keygen', ['-o', at('identity')]);
      writeFileSync(at('keys'), spawnSync('age-keygen', ['-y', at('identity')]).stdout);
      expect(run('put', at('backups'), at('away'), at('keys'))).toMatchObject({ status: 0 });
      const copy = at(`away/${name}.tar.age`);
      expect(readFileSync(copy, 'latin1')).not.toContain('format');
      expect(run('get', copy, at('identity'), at('back'))).toMatchObject({ status: 0 });
      expect(readFileSync(at(`back/${name}/manifest.json`), 'utf8')).toBe('{"format":1}');
      appendFileSync(copy, 'x');
      expect(run('get', copy, at('identity'), at('damaged')).status).not.toBe(0);
      expect(existsSync(at('damaged'))).toBe(false);
    },
  );

  it.skipIf(!isInstalled('promtool'))(`alerts that ring when they should${needs('promtool')}`, () => {
    const { status, stdout } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('nginx.conf closes what it opens, and every line ends', () => {
    const lines = read('nginx.conf')
      .split('\n')
      .map((line) => line.replace(/#.*$/, '').trim())
      .filter(Boolean);
    expect(lines.filter((line) => !/[;{}]$/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.endsWith('{'))).toHaveLength(lines.filter((line) => line === '}').length);
  });

  it('nginx.conf bounds what one address and a slow client hold', () => {
    // What stands in http itself holds for every server, the default ones included.
    const text = read('nginx.conf').replaceAll(/#.*$/gm, '');
    const http = text.slice(text.indexOf('http {')).split(/\bserver \{/)[0];
    for (const line of [
      'limit_conn_zone $binary_remote_addr zone=addresses:10m;',
      'limit_conn addresses 200;',
      'limit_conn_status 429;',
      'client_header_timeout 5s;',
      'client_body_timeout 10s;',
      'keepalive_timeout 20s;',
      'send_timeout 15s;',
      'reset_timedout_connection on;',
    ])
      expect(http).toContain(line);
    expect(text).toContain('worker_connections 4096;');
    expect(text.match(/limit_conn\b/g)).toHaveLength(1);
    expect(text.match(/client_header_timeout/g)).toHaveLength(1);
  });

  it.each([
    ['/api/studio/media', mostClipBytes],
    ['/api/studio/imports', mostExportBytes],
  ])('nginx.conf lets files through to %s, as large as the site takes them', (path, most) => {
    const [, own = ''] = new RegExp(`location \\^~ ${path} \\{([^}]*)\\}`).exec(read('nginx.conf')) ?? [];
    expect(Number(/client_max_body_size (\d+)m;/.exec(own)?.[1]) * 1024 * 1024).toBeGreaterThan(most);
  });

  it('compose.yaml takes the password of the database from the file that it names', () => {
    const text = read('compose.yaml');
    expect(text).toMatch(/^# docker compose --env-file deploy\/nagrik\.env -f deploy\/compose\.yaml up/m);
    const needed = ['POSTGRES_PASSWORD', 'POSTGRES_PASSWORD', 'PUBLIC_ORIGIN', 'PUBLIC_ORIGIN', 'SUPPORT_EMAIL'];
    expect(text.match(/(?<!\$)\$\{[A-Z_]+(?::.)?/g)).toEqual([
      '${BASE_IMAGE:-',
      ...needed.map((name) => `\${${name}:?`),
    ]);
    expect(text).toContain('env_file: nagrik.env');
  });

  type Service = {
    image?: string;
    build?: { context: string; dockerfile: string };
    depends_on?: string[] | Record<string, unknown>;
    volumes?: string[];
    networks?: string[];
    restart?: string;
  };
  it('compose.yaml names only what is there, and all of it comes back after a reboot', () => {
    const compose = parse(read('compose.yaml'), { uniqueKeys: true, strict: true }) as {
      services: Record<string, Service>;
      volumes: object;
      networks: object;
    };
    for (const { image, build, restart, depends_on: others = [], volumes = [], networks = [] } of Object.values(
      compose.services,
    )) {
      expect(image ?? build).toBeDefined();
      expect(image ?? 'built:1').toMatch(/:v?\d/);
      expect(restart).toBe('unless-stopped');
      expect(build ? existsSync(join(folder, build.context, build.dockerfile)) : true).toBe(true);
      for (const name of Array.isArray(others) ? others : Object.keys(others))
        expect(compose.services).toHaveProperty(name);
      for (const name of volumes.map((volume) => volume.split(':')[0]!).filter((name) => !name.startsWith('.')))
        expect(compose.volumes).toHaveProperty(name);
      for (const name of networks) expect(compose.networks).toHaveProperty(name);
    }
  });

  it('the image has the tools of the server of compose.yaml: pg_dump refuses a newer one', () => {
    const [, server] = /image: postgres:(\d+)/.exec(read('compose.yaml')) ?? [];
    const [, client] =
      /apt-get install [^&]*\bpostgresql-client-(\d+)\s/.exec(read('Dockerfile').replaceAll('\\\n', '')) ?? [];
    expect([Number(server), client]).toEqual([expect.any(Number), server]);
    for (const program of ['psql', 'pg_dump', 'pg_restore'])
      expect(read('Dockerfile')).toContain(`/usr/lib/postgresql/${client}/bin/${program} `);
    // Each release of Debian packages one version.
    const packaged: Record<string, string> = { bookworm: '15', trixie: '17' };
    for (const text of ['Dockerfile', 'compose.yaml'].map(read))
      expect(packaged[/debian:(\w+)-slim$/m.exec(text.replaceAll('}', ''))![1]!]).toBe(client);
  });

  it('the image runs the start script, under an init, as an unprivileged user, without build tools', () => {
    const { scripts, dependencies } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as Record<'scripts' | 'dependencies', Record<string, string>>;
    const instructions = read('Dockerfile')
      .replace(/\\\n/g, ' ')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));
    const known = /^(?:ARG|FROM|WORKDIR|ENV|COPY|RUN|USER|VOLUME|EXPOSE|ENTRYPOINT|CMD) \S/;
    expect(instructions.filter((line) => !known.test(line))).toEqual([]);
    const command = JSON.parse(instructions.findLast((line) => line.startsWith('CMD '))!.slice(4)) as string[];
    const [, variable, started] = /^([A-Z_]+=\d+) exec (.*)$/.exec(scripts.start!) ?? [];
    expect(command.join(' ')).toBe(started);
    for (const file of ['Dockerfile', 'nagrik@.service']) expect(read(file)).toContain(` ${variable} `);
    expect(read('nagrik@.service')).toContain(command.slice(1).join(' '));
    // By number: an orchestrator checks that it is not 0.
    expect(instructions.findLast((line) => line.startsWith('USER '))).toBe('USER 1000');
    expect(instructions).toContain('ENTRYPOINT ["tini", "--"]');
    expect(read('Dockerfile')).toContain('npm prune --omit=dev');
    const buildTools =
      /^(?:vite|typescript|@types\/.*|@react-router\/dev|tesseract.*|@tesseract.*|vitest|drizzle-kit)$/;
    expect(Object.keys(dependencies).filter((name) => buildTools.test(name))).toEqual([]);
  });

  it('CHANGELOG.md begins with the version of package.json, and an update shows what the one that runs lacks', () => {
    const home = join(scratch, 'home');
    mkdirSync(join(home, 'releases/20261130-1a2b3c4d'), { recursive: true });
    writeFileSync(join(home, 'releases/20261130-1a2b3c4d/package.json'), '{\n  "version": "1.2.0",\n}');
    symlinkSync(join(home, 'releases/20261130-1a2b3c4d'), join(home, 'current'));
    const { stdout } = spawnSync('sh', [join(folder, 'nagrik'), 'version'], {
      env: { ...process.env, NAGRIK_HOME: home },
      encoding: 'utf8',
    });
    expect(stdout).toBe('1.2.0 (20261130-1a2b3c4d)\n');

    const root = fileURLToPath(new URL('..', import.meta.url));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(/^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1]).toBe(version);
    writeFileSync(join(home, 'CHANGELOG.md'), '# Releases\n\n## 1.10.0 (May)\n\nNew\n\n## 1.1.0\n\nOld\n');
    const notes = (since: string) =>
      spawnSync('sh', ['-c', `${/^notes\(\) .*$/m.exec(read('nagrik'))![0]}; notes ${home} ${since}`], {
        encoding: 'utf8',
      }).stdout;
    expect(notes('1.1.0')).toBe('## 1.10.0 (May)\n\nNew\n\n');
    expect(notes('1.10.0')).toBe('');
  });
});
