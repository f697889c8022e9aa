import { formatDate } from '../../ui/format.ts';
import type * as source from '../intake.ts';

export const intake = {
  open: (day) => (day ? `${formatDate(day)} तक आवेदन हो रहे हैं` : 'आवेदन हो रहे हैं'),
  paused: (day) => (day ? `${formatDate(day)} तक रुकी हुई है` : 'रुकी हुई है: अभी आवेदन नहीं हो रहे'),
  seasonal: (day) => (day ? `साल में तय समय पर खुलती है: अगली बार ${formatDate(day)} को` : 'साल में तय समय पर ही खुलती है'),
  past: (day) => `${formatDate(day)} तक की जानकारी है: अभी आवेदन हो रहे हैं या नहीं, दफ़्तर से पूछें`,
  closed: (day) => (day ? `${formatDate(day)} से बंद है` : 'बंद है: आवेदन नहीं हो रहे'),
} satisfies typeof source.intake;
