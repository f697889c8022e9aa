import type * as source from '../saved-pages.ts';

export const savedPages = {
  heading: 'இந்தச் சாதனத்தில் சேமித்த பக்கங்கள்',
  note: 'இவை இணையம் இல்லாமலும் திறக்கும். காணொளியை இயக்க மட்டும் இணையம் வேண்டும்.',
  full: (most) => `சேமிக்க முடியவில்லை. ${most} பக்கங்கள் வரை சேமிக்கலாம், அவை ஆகிவிட்டன. முதலில் பட்டியலிலிருந்து ஒன்றை நீக்குங்கள்.`,
} satisfies typeof source.savedPages;
