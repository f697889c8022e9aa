import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeMessage } from '../../features/otp/send-code.server.ts';
import type { SmsSettings } from '../settings/config.server.ts';
import { type Delivery, Undeliverable } from './outbox-message.ts';
import { deliverSms, smsProviderOf } from './sms.server.ts';

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };
let asked: Asked[] = [];
let answer: (response: ServerResponse) => void;
let server: Server;
let baseUrl: string;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      asked.push({
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: JSON.parse(text) as Record<string, unknown>,
      });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

const settings = (provider: SmsSettings['provider']): SmsSettings => ({
  provider,
  apiKey: 'the-key',
  senderId: 'NAGRIK',
  entityId: '1101000000000000001',
  templateId: '1107000000000000001',
  noticeTemplateId: undefined,
  translated: { code: { hi: '1107000000000000009' }, notice: {}, answer: {} },
});
const text = codeMessage({ publicOrigin: 'https://nagrik.example', sms: undefined }, 'sms', '012345', 'en').text;
const message: Delivery = {
  channel: 'sms',
  to: '+919876543210',
  purpose: 'signin',
  subject: '',
  text,
  code: '012345',
  reference: 'a-reference',
};
const sender = (provider: SmsSettings['provider'], more: Partial<SmsSettings> = {}) =>
  deliverSms(smsProviderOf({ ...settings(provider), ...more }, baseUrl), { ...settings(provider), ...more });
const says = (body: unknown, status = 200) => {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
};
const signal = () => AbortSignal.timeout(300);

describe('the text', () => {
  it('ends with the line that lets the phone fill the code in, and fits one SMS', () => {
    expect(text.split('\n').at(-1)).toBe('@nagrik.example #012345');
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
  });
});

describe('MSG91', () => {
  it('is asked as its documentation says', async () => {
    says({ type: 'success', message: '5762846b4f8d285d378b4567' });
    await sender('msg91')(message, signal());
    expect(asked).toMatchObject([
      { method: 'POST', url: '/api/v5/flow', headers: { authkey: 'the-key', 'content-type': 'application/json' } },
    ]);
    expect(asked[0]!.body).toEqual({
      template_id: '1107000000000000001',
      short_url: '0',
      CRQID: 'a-reference',
      recipients: [{ mobiles: '919876543210', otp: '012345' }],
    });
  });
});

it('an SMS about an answer is of a registered text of its own, with its link', async () => {
  says({ type: 'success', return: true });
  const { code: _, ...rest } = message;
  const about: Delivery = {
    ...rest,
    purpose: 'answer',
    text: 'An answer',
    link: 'https://nagrik.example/n',
    language: 'hi',
  };
  await expect(sender('msg91')(about, signal())).rejects.toThrow(Undeliverable);
  const translated = { code: {}, notice: {}, answer: { hi: '1107000000000000007' } };
  await sender('msg91', { translated })(about, signal());
  expect(asked.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      template_id: '1107000000000000007',
      recipients: [{ mobiles: '919876543210', link: 'https://nagrik.example/n' }],
    }),
  ]);
});

describe('Fast2SMS', () => {
  it('is asked as its documentation says, with the text to the letter', async () => {
    says({ return: true, request_id: 'lwdtp7cjyqxvfe9', message: ['Message sent successfully'] });
    await sender('fast2sms')(message, signal());
    expect(asked).toMatchObject([{ method: 'POST', url: '/dev/bulkV2', headers: { authorization: 'the-key' } }]);
    expect(asked[0]!.body).toEqual({
      route: 'dlt_manual',
      sender_id: 'NAGRIK',
      entity_id: '1101000000000000001',
      template_id: '1107000000000000001',
      message: text,
      numbers: '9876543210',
      udf1: 'a-reference',
    });
  });
});

describe.each(['msg91', 'fast2sms'] as const)('%s', (provider) => {
  it.each([
    [
      'says no with 200',
      () =>
        says({
          type: 'error',
          return: false,
          status_code: 412,
          message: 'Invalid authentication for 9876543210',
          code: '106',
        }),
    ],
    ['says no with 401', () => says({ message: 'no' }, 401)],
    ['is down', () => says({}, 503)],
    [
      'answers no JSON',
      () => {
        answer = (response) => {
          response.end('<html>9876543210</html>');
        };
      },
    ],
    [
      'sends us elsewhere',
      () => {
        answer = (response) => {
          response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        };
      },
    ],
    [
      'takes it and hangs up',
      () => {
        answer = (response) => {
          response.destroy();
        };
      },
    ],
    [
      'hangs',
      () => {
        answer = () => {};
      },
    ],
  ])('%s: worth another try, and the error does not repeat the number', async (_what, behave) => {
    behave();
    const error = await sender(provider)(message, signal()).then(
      () => null,
      (thrown: unknown) => thrown as Error & { code?: unknown },
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Undeliverable);
    expect(`${error!.message} ${String(error!.code)}`).not.toContain('9876543210');
    expect(asked[0]!.body).toMatchObject(provider === 'msg91' ? { CRQID: 'a-reference' } : { udf1: 'a-reference' });
  });

  it('is not asked to send a text that is registered nowhere', async () => {
    says({ type: 'success', return: true });
    const { code: _code, ...notice } = message;
    await expect(sender(provider)(notice, signal())).rejects.toBeInstanceOf(Undeliverable);
    expect(asked).toEqual([]);
    await sender(provider, { noticeTemplateId: '1107000000000000002' })(notice, signal());
    expect(asked[0]!.body.template_id).toBe('1107000000000000002');
  });

  it('is told the registration of the language that the text is in', async () => {
    says({ type: 'success', return: true });
    await sender(provider)({ ...message, language: 'hi' }, signal());
    expect(asked[0]!.body.template_id).toBe('1107000000000000009');
    await expect(sender(provider)({ ...message, language: 'ta' }, signal())).rejects.toBeInstanceOf(Undeliverable);
  });
});
