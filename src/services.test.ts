// @runs slow
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { startMailServer } from '../bench/faults/mail-server.ts';
import { readConfig } from './platform/settings/config.server.ts';
import { createMetrics } from './platform/observe/metrics.server.ts';
import type { Delivery } from './platform/delivery/outbox-message.ts';
import { wireServices } from './services.server.ts';
import { bareBrowser } from './features/otp/browser.server.ts';
import { sendCode } from './features/otp/send-code.server.ts';
import { runServer } from './testing/run-process.ts';
import { prepareSite } from './testing/process-site.ts';
import { openDatabase } from './testing/open-database.ts';

const database = openDatabase('empty');

describe('the wiring of a running site', () => {
  it('tells the owner by log, metric and mail when a budget is half spent within an hour, and when it is used up, once', async () => {
    const mails: Delivery[] = [];
    let log = '';
    const metrics = createMetrics();
    const config = readConfig({ DATA_DIR: database.dataDir, SMS_PER_DAY: '6', SUPPORT_EMAIL: 'owner@example.in' });
    const wire = () =>
      wireServices({
        connection: database.connection,
        config,
        logger: pino({}, { write: (line: string) => void (log += line) }),
        metrics,
        providers: {
          email: async (message) => void mails.push(message),
          sms: async () => {},
        },
        longestAnswer: 25_000,
      });
    // Two instances over one database.
    const instances = [wire(), wire()];
    for (const { outbox } of instances) outbox.start();
    const ask = (at: number) =>
      sendCode(instances[at % 2]!, {
        identifier: `+91981100${1_000 + at}`,
        purpose: 'signin',
        browser: bareBrowser(),
        address: `198.51.100.${at}`,
      });
    await ask(0);
    await ask(1);
    expect(log).not.toContain('budget');
    await ask(2);
    await vi.waitFor(() => expect(mails).toHaveLength(1), 20_000);
    expect(mails[0]).toMatchObject({ to: 'owner@example.in', purpose: 'owner_told' });
    expect(mails[0]!.subject).toBe("Half of today's codes by SMS went out within one hour");
    expect(mails[0]!.text).toContain('SMS_PER_DAY');
    for (let at = 3; at < 6; at += 1) await ask(at);
    for (let at = 6; at < 12; at += 1) await expect(ask(at)).rejects.toMatchObject({ status: 429 });
    await vi.waitFor(() => expect(mails).toHaveLength(2), 20_000);
    expect(mails[1]!.subject).toBe("The site's budget of codes by SMS is used up");
    expect(log).toContain('"budget":"sms","state":"half"');
    expect(log).toContain('"budget":"sms","state":"used"');
    expect(log).not.toMatch(/98110\d{5}/);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/nagrik_budget_alerts_total\{budget="sms",state="half"\} [12]/);
    expect(text).toMatch(/nagrik_budget_alerts_total\{budget="sms",state="used"\} [12]/);
    expect(text).toMatch(/nagrik_limit_refusals_total\{limit="smsPerDay"\} 6/);
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const { outbox, texts } of instances) await Promise.all([outbox.stop(), texts.close()]);
    expect(mails).toHaveLength(2);
    await database.db.execute(sql`delete from rate_limits`);
  });

  it('is that of the server as it is started: the mail leaves by SMTP', async () => {
    const mail = await startMailServer();
    const site = await prepareSite(0, {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'no-reply@nagrik.example',
      SUPPORT_EMAIL: 'owner@example.in',
      SMS_PER_DAY: '2',
    });
    const server = await runServer({ ...site.env, LOG_LEVEL: 'warn' });
    try {
      const statuses: number[] = [];
      for (let at = 0; at < 3; at += 1)
        statuses.push((await fetch(`${server.origin}/api/otp/send/phone/981100200${at}`)).status);
      expect(statuses).toEqual([200, 200, 429]);
      await vi.waitFor(() => expect(mail.taken).toEqual(['owner@example.in', 'owner@example.in']), 30_000);
      expect(server.output()).toContain('a budget of the site is running out');
    } finally {
      await server.ends('SIGTERM');
      await mail.stop();
      await site.close();
    }
  }, 90_000);
});
