import type * as source from '../call-failures.ts';

export const callFailures = {
  unauthenticated: 'உங்கள் உள்நுழைவு முடிந்துவிட்டது. தொடர மீண்டும் உள்நுழையவும்.',
  badRequest: 'அனுப்பியதில் ஏதோ சரியில்லை',
  forbidden: 'இதற்கு உங்களுக்கு அனுமதி இல்லை.',
  other: 'ஏதோ தவறு நடந்தது',
  noResponse: 'சர்வரிலிருந்து பதில் வரவில்லை',
  deletion: 'ஏதோ தவறு நடந்தது',
  comment: 'பதிலை அனுப்ப முடியவில்லை',
  share: (status, statusText) => `தவறு: ${status} - ${statusText}`,
} satisfies typeof source.callFailures;
