import type * as source from '../short-months.ts';

export const short = {
  months: 'ஜன பிப் மார் ஏப் மே ஜூன் ஜூலை ஆக செப் அக் நவ டிச',
} satisfies typeof source.short;
