import type * as source from '../dates.ts';

export const dates = {
  months: 'ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்',
  fullStop: '.',
} satisfies typeof source.dates;
