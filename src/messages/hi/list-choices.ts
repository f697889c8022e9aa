import type * as source from '../list-choices.ts';

export const listChoices = {
  forWhom: 'किसके लिए?',
  everybody: 'सबके लिए',
  state: 'आपका राज्य',
  everyState: 'सभी राज्य',
  otherState: 'कोई और राज्य',
  nothingChosen: 'इस चुनाव के लिए यहाँ कुछ नहीं है',
  showAll: 'सब दिखाएँ',
} satisfies typeof source.listChoices;
