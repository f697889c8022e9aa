import type { SmsSettings } from '../settings/config.server.ts';
import { postToProvider, refusal, type SmsProvider } from './sms-provider.server.ts';

/** Fast2SMS's DLT route, with the registered text and its ids. https://docs.fast2sms.com/reference/dlt-manual-single */
export function fast2sms(
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
