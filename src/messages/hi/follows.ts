import type * as source from '../follows.ts';

export const follows = {
  follow: 'फ़ॉलो करें',
  following: 'फ़ॉलो कर रहे हैं',
  stop: 'फ़ॉलो करना बंद करें',
  note: 'कुछ नया हो तो आपको बताया जाता है।',
  title: 'जो मैं फ़ॉलो करता हूँ',
  describe: 'आप जिन सवालों, विषयों, राज्यों और पेजों को फ़ॉलो करते हैं',
  empty: 'आप अभी कुछ फ़ॉलो नहीं करते।',
  emptyNote: 'किसी सवाल के पेज पर ‘फ़ॉलो करें’ चुनें, या किसी लेख पर ‘यह बदले तो मुझे बताएँ’।',
  isOn: 'आप इसे फ़ॉलो करते हैं।',
  isOff: 'आप इसे फ़ॉलो नहीं करते।',
  onChange: 'यह बदले तो मुझे बताएँ',
  newQuestions: 'यहाँ नए सवाल आएँ तो मुझे बताएँ',
  newAnswersBy: (name) => `${name} के नए जवाब मुझे बताएँ`,
  state: 'किसी राज्य के सवाल',
  choose: 'चुनें',
  gone: 'अब यहाँ नहीं है',
} satisfies typeof source.follows;
