import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchCertificate } from './certificate.server.ts';

it('reads when the certificate ends, once an hour, and keeps it while the site is away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nagrik-certificate-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const command =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 20 -keyout';
  expect(spawnSync('openssl', [...command.split(' '), key, '-out', cert]).status).toBe(0);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, 'localhost');
  rmSync(folder, { recursive: true });
  await once(server, 'listening');
  let visits = 0;
  server.on('connection', () => void (visits += 1));
  let now = 0;
  const ends = watchCertificate(`https://localhost:${(server.address() as AddressInfo).port}`, () => now);
  const end = await ends();
  expect(Math.round((end!.getTime() - Date.now()) / 86_400_000)).toBe(20);
  now += 3_599_000;
  await ends();
  expect(visits).toBe(1);
  now += 2_000;
  await ends();
  expect(visits).toBe(2);
  server.close();
  now += 3_601_000;
  expect(await ends()).toEqual(end);
});

it('says nothing of a site without https', async () => {
  expect(await watchCertificate('http://localhost:1')()).toBeNull();
});
