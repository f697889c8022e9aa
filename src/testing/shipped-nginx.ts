import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts nginx with deploy/nginx.conf, but for its ports, folders and certificate.
 * @param site the port of the site, or of another such nginx (`isBehindAnother`), at 127.0.0.1
 */
export function startShippedNginx(
  folder: string,
  ports: { site: number; plain: number; tls: number },
  isBehindAnother = false,
): ChildProcess {
  mkdirSync(join(folder, 'certificates'), { recursive: true });
  const [key, chain] = ['privkey.pem', 'fullchain.pem'].map((name) => join(folder, 'certificates', name));
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=example.org', '-days', '1'];
  const made = spawnSync('openssl', ['req', ...options, '-keyout', key!, '-out', chain!]);
  if (made.status !== 0) throw new Error(`openssl: ${String(made.stderr)}`);
  const text = readFileSync(fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url)), 'utf8')
    .replaceAll('/etc/nginx/certificates', join(folder, 'certificates'))
    .replace('/var/cache/nginx', folder)
    // As install.sh does: the second line is an instance that listens only during an update.
    .replace(/server site:3000 (.*);/, `server 127.0.0.1:${ports.site} $1;\n    server 127.0.0.1:1 $1;`)
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.plain}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.tls}`)
    .replaceAll(
      'proxy_pass http://nagrik',
      isBehindAnother
        ? 'proxy_ssl_server_name on; proxy_ssl_name example.org; proxy_pass https://nagrik'
        : 'proxy_pass http://nagrik',
    )
    .replace('http {', `http {\n${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}`);
  // Started as root, nginx would run its workers as a user without access to this folder.
  const who = process.getuid?.() === 0 ? 'user root;\n' : '';
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, `${who}pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\ndaemon off;\n${text}`);
  return spawn('nginx', ['-c', config, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
}

/** Asks such an nginx as a browser would; the body is not decoded. */
export function askNginx(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path, headers: { host: 'example.org', ...headers }, agent: false };
    request({ ...to, servername: 'example.org', rejectUnauthorized: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
