import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const site = openTestApp({
  content: 'demo',
  log: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
});
const lines: Record<string, unknown>[] = [];

const report = (body: object, type = 'csp-violation') => ({
  type,
  age: 1,
  url: 'https://nagrik.example/login?callbackUrl=%2Fcart&phone=9822200001',
  user_agent: 'any',
  body,
});
const inline = {
  documentURL: 'https://nagrik.example/login',
  effectiveDirective: 'script-src-elem',
  blockedURL: 'inline',
  disposition: 'enforce',
  statusCode: 200,
  sample: 'alert("9822200001")',
};
const send = (payload: unknown, type = 'application/reports+json') =>
  site.send('POST', '/api/violations', typeof payload === 'string' ? payload : JSON.stringify(payload), {
    'content-type': type,
  });

it('is told by every page, and what broke it is logged once, without what a reader has typed', async () => {
  const { headers } = await site.app.inject('/about');
  expect(headers['reporting-endpoints']).toBe('violations="/api/violations"');
  expect(headers['content-security-policy']).toContain('; report-to violations');
  expect(headers['content-security-policy-report-only']).toBe(
    "require-trusted-types-for 'script'; report-to violations",
  );

  lines.length = 0;
  const foreign = {
    ...inline,
    effectiveDirective: 'img-src',
    blockedURL: 'https://ads.example/pixel?of=9822200001',
    sourceFile: 'https://cdn.example/lib.js?v=1',
  };
  for (let round = 0; round < 2; round += 1)
    expect(
      (await send([report(inline), report(foreign), report({ id: 'x' }, 'deprecation'), report({ id: 'x' })]))
        .statusCode,
    ).toBe(204);
  expect(lines.map(({ violation }) => violation)).toEqual([
    { directive: 'script-src-elem', blocked: 'inline', source: '', page: '/login', disposition: 'enforce' },
    {
      directive: 'img-src',
      blocked: 'https://ads.example',
      source: 'https://cdn.example',
      page: '/login',
      disposition: 'enforce',
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('9822200001');
});

const forged = (index: number) => report({ ...inline, blockedURL: `https://made-up-${index}.example/` });
const sendFrom = (remoteAddress: string, reports: object[]) =>
  site.app.inject({
    method: 'POST',
    url: '/api/violations',
    headers: { 'content-type': 'application/reports+json' },
    payload: JSON.stringify(reports),
    remoteAddress,
  });

it("cannot flood the log, and one network's forged reports do not suppress another's", async () => {
  lines.length = 0;
  for (let batch = 0; batch < 6; batch += 1)
    await sendFrom(
      `2001:db8:9:${batch}::1`,
      Array.from({ length: 50 }, (_, index) => forged(batch * 50 + index)),
    );
  expect(lines.length).toBeLessThanOrEqual(8);
  await sendFrom('203.0.113.9', [report({ ...inline, effectiveDirective: 'style-src-elem' })]);
  expect(lines.at(-1)).toMatchObject({ violation: { directive: 'style-src-elem' } });
});

it('rejects unknown directives', async () => {
  lines.length = 0;
  await sendFrom('203.0.113.10', [report({ ...inline, effectiveDirective: 'made-up' })]);
  expect(lines).toEqual([]);
});

it.each([
  ['{}', 400],
  ['[1]', 400],
  ['[', 400],
  [JSON.stringify(Array.from({ length: 51 }, () => report(inline))), 400],
] as const)('refuses %.20s', async (body, status) => {
  expect((await send(body)).statusCode).toBe(status);
});

it('takes reports only', async () => {
  expect((await send([], 'text/plain')).statusCode).toBe(415);
  expect((await site.app.inject('/api/violations')).statusCode).toBe(405);
});
