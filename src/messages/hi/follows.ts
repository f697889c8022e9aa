import type * as source from '../follows.ts';

export const follows = {
  follow: 'फ़ॉलो करें',
  following: 'फ़ॉलो कर रहे हैं',
  stop: 'फ़ॉलो करना बंद करें',
  note: 'कोई जवाब दे तो आपको बताया जाता है।',
  title: 'जो मैं फ़ॉलो करता हूँ',
  describe: 'वे सवाल जिन्हें आप फ़ॉलो करते हैं',
  empty: 'आप अभी कुछ फ़ॉलो नहीं करते।',
  emptyNote: 'किसी सवाल के पेज पर ‘फ़ॉलो करें’ चुनें।',
  isOn: 'आप इसे फ़ॉलो करते हैं।',
  isOff: 'आप इसे फ़ॉलो नहीं करते।',
  gone: 'अब यहाँ नहीं है',
} satisfies typeof source.follows;
