import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/own-postgres.ts';
import { call, ownFolder, startSite, wait } from './site.ts';
import { exactly, report, skip } from './verdict.ts';

const title = 'R19: the site is away behind a caching nginx';
const nginx = process.env.NGINX ?? 'nginx';
if (spawnSync(nginx, ['-v']).error) skip(title, 'nginx is not installed (or name it in NGINX).');
const folder = ownFolder();
const site = await startSite({ DATA_DIR: join(folder, 'data'), SEED_SAMPLES: 'on' });
const port = await freePort();
mkdirSync(join(folder, 'temp'));
// The cache of deploy/nginx.conf, with pages fresh for a second instead of a minute.
const deployed = readFileSync(fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url)), 'utf8');
const cacheLines = deployed
  .split('\n')
  .filter((line) => /^\s*proxy_cache_(?:use_stale|background_update|lock)\b/.test(line))
  .join('\n');
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
  .join('\n');
writeFileSync(
  join(folder, 'nginx.conf'),
  `
daemon off; pid ${folder}/nginx.pid; error_log stderr crit; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; ${temporary}
  proxy_cache_path ${folder}/cache keys_zone=pages:10m inactive=2h;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${site.origin};
      proxy_cache pages;
      proxy_ignore_headers Cache-Control Expires;
      proxy_cache_valid 200 1s;
      ${cacheLines}
      add_header X-Cache $upstream_cache_status;
    }
  }
}`,
);
const proxy = spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' });
process.once('exit', () => proxy.kill('SIGTERM'));
const origin = `http://127.0.0.1:${port}`;
while ((await call(origin, '/about')).status !== 200) await wait(100);
const pages = ['/', '/about', '/community', '/videos', '/search'];
for (const page of pages) await call(origin, page);
await site.end('SIGKILL');
await wait(2_500);
let stale = 0;
for (let round = 0; round < 20; round += 1)
  for (const page of pages) if ((await call(origin, page)).status === 200) stale += 1;
report(title, [exactly('pages served from the cache, past their time', stale, 20 * pages.length)]);
