import type * as source from '../list-choices.ts';

export const listChoices = {
  forWhom: 'யாருக்கு?',
  everybody: 'அனைவருக்கும்',
  state: 'உங்கள் மாநிலம்',
  everyState: 'எல்லா மாநிலங்களும்',
  otherState: 'வேறு மாநிலம்',
  nothingChosen: 'இந்தத் தேர்வுக்கு இங்கே எதுவும் இல்லை',
  showAll: 'எல்லாவற்றையும் காட்டு',
} satisfies typeof source.listChoices;
