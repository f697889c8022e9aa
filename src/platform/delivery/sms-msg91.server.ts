import type { SmsSettings } from '../settings/config.server.ts';
import { postToProvider, refusal, type SmsProvider } from './sms-provider.server.ts';

/**
 * MSG91's flow call: the template there holds sender, entity and text; its variables are `otp` and `link`.
 * https://docs.msg91.com/sms/send-sms
 */
export function msg91({ apiKey }: Pick<SmsSettings, 'apiKey'>, baseUrl = 'https://control.msg91.com'): SmsProvider {
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
