import { sourceLanguage } from '../../messages/catalogue.ts';
import type { SmsSettings } from '../settings/config.server.ts';
import { type Deliver, Undeliverable } from './outbox-message.ts';

type Sms = {
  /** A phone number in E.164. */
  to: string;
  text: string;
  /** Absent for notices. */
  code: string | undefined;
  link?: string | undefined;
  /** Stable across retries of one message. */
  reference: string;
  /** DLT template id of the registered text. */
  templateId: string;
};
type SmsProvider = { send(message: Sms, signal: AbortSignal): Promise<void> };

/**
 * Sends a request to a provider and parses its response; a redirect counts as a failure.
 * @throws Error with the status as `code`, and without the provider's text, which may contain the number
 */
async function postToProvider(
  url: URL,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  });
  const text = (await response.text()).slice(0, 10_000);
  if (!response.ok) throw refusal(`HTTP ${response.status}`);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw refusal('no JSON');
  }
}

const refusal = (code: string) => Object.assign(new Error('The provider did not take the message.'), { code });

/** @param baseUrl replaces the provider's server in tests */
export const smsProviderOf = (settings: SmsSettings, baseUrl?: string): SmsProvider =>
  settings.provider === 'msg91' ? msg91(settings, baseUrl) : fast2sms(settings, baseUrl);

/** Indian operators (DLT) drop texts that match no registered template, and still charge for them. */
export function deliverSms(
  provider: SmsProvider,
  { templateId, noticeTemplateId, translated }: Pick<SmsSettings, 'templateId' | 'noticeTemplateId' | 'translated'>,
): Deliver {
  const inSource = { code: templateId, notice: noticeTemplateId, answer: undefined };
  return async ({ to, text, code, link, reference, language = sourceLanguage }, signal) => {
    const kind = code !== undefined ? 'code' : link !== undefined ? 'answer' : 'notice';
    const template = translated[kind][language] ?? (language === sourceLanguage ? inSource[kind] : undefined);
    if (template === undefined) throw new Undeliverable('no registered text');
    await provider.send({ to, text, code, link, reference, templateId: template }, signal);
  };
}

/** Fast2SMS's DLT route, with the registered text and its ids. https://docs.fast2sms.com/reference/dlt-manual-single */
function fast2sms(
  { apiKey, senderId, entityId }: Pick<SmsSettings, 'apiKey' | 'senderId' | 'entityId'>,
  baseUrl = 'https://www.fast2sms.com',
): SmsProvider {
  return {
    async send({ to, text, reference, templateId }, signal) {
      const answer = await postToProvider(
        new URL('/dev/bulkV2', baseUrl),
        { authorization: apiKey },
        {
          route: 'dlt_manual',
          sender_id: senderId,
          entity_id: entityId,
          template_id: templateId,
          message: text,
          numbers: to.replace(/^\+91/, ''),
          udf1: reference,
        },
        signal,
      );
      if (answer.return !== true)
        throw refusal(`fast2sms ${Number.isInteger(answer.status_code) ? answer.status_code : 'refused'}`);
    },
  };
}

/**
 * MSG91's flow call: the template there holds sender, entity and text; its variables are `otp` and `link`.
 * https://docs.msg91.com/sms/send-sms
 */
function msg91({ apiKey }: Pick<SmsSettings, 'apiKey'>, baseUrl = 'https://control.msg91.com'): SmsProvider {
  return {
    async send({ to, code, link, reference, templateId }, signal) {
      const answer = await postToProvider(
        new URL('/api/v5/flow', baseUrl),
        { authkey: apiKey },
        {
          template_id: templateId,
          short_url: '0',
          CRQID: reference,
          recipients: [
            {
              mobiles: to.slice(1),
              ...(code === undefined ? {} : { otp: code }),
              ...(link === undefined ? {} : { link }),
            },
          ],
        },
        signal,
      );
      if (answer.type !== 'success') throw refusal(`msg91 ${shortCode(answer.code)}`);
    },
  };
}

const shortCode = (code: unknown) => (/^[\w-]{1,20}$/.test(String(code ?? '')) ? String(code) : 'refused');
