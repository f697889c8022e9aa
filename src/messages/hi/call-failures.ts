import type * as source from '../call-failures.ts';

export const callFailures = {
  unauthenticated: 'आपका साइन इन खत्म हो गया है। आगे बढ़ने के लिए फिर साइन इन करें।',
  badRequest: 'भेजी गई बात में कुछ ठीक नहीं है',
  forbidden: 'आपको इसकी इजाज़त नहीं है।',
  other: 'कुछ गड़बड़ हो गई',
  noResponse: 'सर्वर से कोई जवाब नहीं मिला',
  deletion: 'कुछ गड़बड़ हो गई',
  comment: 'जवाब नहीं भेजा जा सका',
  share: (status, statusText) => `गड़बड़ी: ${status} - ${statusText}`,
} satisfies typeof source.callFailures;
