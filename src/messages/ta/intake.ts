import { formatDate } from '../../ui/format.ts';
import type * as source from '../intake.ts';

export const intake = {
  open: (day) => (day ? `${formatDate(day)} வரை விண்ணப்பிக்கலாம்` : 'விண்ணப்பிக்கலாம்'),
  paused: (day) =>
    day ? `${formatDate(day)} வரை நிறுத்தி வைக்கப்பட்டுள்ளது` : 'நிறுத்தி வைக்கப்பட்டுள்ளது: இப்போது விண்ணப்பிக்க முடியாது',
  seasonal: (day) =>
    day ? `ஆண்டில் குறிப்பிட்ட காலத்தில் திறக்கும்: அடுத்து ${formatDate(day)}` : 'ஆண்டில் குறிப்பிட்ட காலத்தில் மட்டும் திறக்கும்',
  past: (day) => `${formatDate(day)} வரை இருந்த தகவல்: இப்போது விண்ணப்பிக்கலாமா என்று அலுவலகத்தில் கேளுங்கள்`,
  closed: (day) => (day ? `${formatDate(day)} முதல் மூடப்பட்டது` : 'மூடப்பட்டது: விண்ணப்பிக்க முடியாது'),
} satisfies typeof source.intake;
