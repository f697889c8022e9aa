import type * as source from '../feedback.ts';

export const feedback = {
  question: 'क्या इससे मदद मिली?',
  yes: 'हाँ',
  no: 'नहीं',
  title: 'क्या इससे मदद मिली?',
  thanks: 'बताने के लिए धन्यवाद।',
  whatMissing: 'क्या कमी थी, या क्या समझ में नहीं आया?',
  missingHint: 'कम से कम 3 अक्षर। नाम, नंबर या कोड न लिखें: इसे एक व्यक्ति पढ़ता है और जवाब नहीं देता।',
  send: 'संपादकों को भेजें',
  missingNeeded: '3 से 1,000 अक्षर लिखें।',
  sent: 'संपादकों को मिल गया। धन्यवाद।',
  back: (title) => `वापस जाएँ: ${title}`,
  tooMany: 'यहाँ से बहुत सारे जवाब आ गए। बाद में फिर कोशिश करें। आपका लिखा नीचे है।',
  subject: (title) => `क्या कमी थी: ${title}`,
} satisfies typeof source.feedback;
