import { formatNumber } from '../../ui/format.ts';
import type * as source from '../cart.ts';
import { count } from '../count.ts';

const schemesOf = (value: number) => count(value, 'திட்டம்', 'திட்டங்கள்');

export const cart = {
  title: 'சேமித்தவை',
  describe: 'நீங்கள் சேமித்த திட்டங்கள், பக்கங்கள், திட்டங்களுக்குத் தேவையான ஆவணங்களின் ஒரே பட்டியல்.',
  keptHere: (schemes) => `${schemesOf(schemes)}, இந்தச் சாதனத்தில் மட்டும்.`,
  signInToKeep: 'கணக்கில் வைக்க உள்நுழையுங்கள்',
  keptWithAccount: (schemes) => `${schemesOf(schemes)}, உங்கள் கணக்கில். வெளியேறும்போது இந்தச் சாதனத்தின் நகல் அழியும்.`,
  empty: 'இன்னும் எதையும் சேமிக்கவில்லை',
  emptyNote: 'ஒரு திட்டத்திலோ பக்கத்திலோ ‘சேமி’ அழுத்தினால் பிறகு இங்கே கிடைக்கும்.',
  signIn: 'கணக்கில் சேமித்த திட்டங்களைப் பார்க்க உள்நுழையுங்கள்',
  find: 'எனக்கான திட்டங்களைத் தேடு',
  forMe: 'எனக்கு',
  forName: (name) => `யாருக்கு: ${name}`,
  forOther: 'வேறொருவருக்கு',
  beforeSignIn: 'உள்நுழையும் முன் சேமித்தவை',
  howToApply: 'எப்படி விண்ணப்பிப்பது',
  alsoCheckAll: (points) => `இதையும் பாருங்கள்: ${points.join(' ')}`,
  remove: 'நீக்கு',
  clear: 'எல்லாவற்றையும் நீக்கு',
  removed: (name) => `${name} நீக்கப்பட்டது.`,
  cleared: 'எல்லாம் நீக்கப்பட்டன.',
  putBack: 'மீண்டும் வை',
  gone: 'இந்தத் திட்டம் இப்போது தளத்தில் இல்லை.',
  papersFor: (schemes) => (schemes === 1 ? 'இதற்கான ஆவணங்கள்' : `${formatNumber(schemes)} திட்டங்களுக்கும் ஆவணங்கள்`),
  papersOnce: 'ஒரே பட்டியல், ஒவ்வோர் ஆவணமும் ஒரு முறை. உங்களிடம் இருப்பதைக் குறியிடுங்கள்.',
  noPapers: 'இந்தத் திட்டங்களுக்கு ஆவணங்கள் இங்கே இல்லை. அரசுத் தளங்களில் பாருங்கள்.',
  all: 'எல்லாவற்றுக்கும்',
  have: (have, all) => `உங்களிடம் உள்ள ஆவணங்கள்: ${formatNumber(all)}-இல் ${formatNumber(have)}`,
  print: 'அச்சிடு',
  whatsApp: 'வாட்ஸ்அப்பில் அனுப்பு',
  message: (names, papers, address) =>
    `${names.join(', ')}: எனக்குத் தேவையான ஆவணங்கள்:\n${papers.map((paper) => `- ${paper}`).join('\n')}\n${address}`,
  loading: 'சேமித்த திட்டங்களைத் தேடுகிறோம்…',
  failed: 'திட்டங்களை எடுக்க முடியவில்லை',
  failedNote: 'உங்கள் பட்டியல் பத்திரமாக உள்ளது. இணைய இணைப்பைப் பாருங்கள்.',
  again: 'மீண்டும் முயல்க',
  withoutScript: 'பல திட்டங்களுக்கு ஆவணங்கள் ஒரே முறையில்',
  withoutScriptNote:
    'சேமிக்க ஜாவாஸ்கிரிப்ட் தேவை. இல்லையென்றால் இங்கே திட்டங்களைக் குறியிட்டு, ஆவணங்களின் ஒரே பட்டியலைப் பெறுங்கள். எதுவும் சேமிக்கப்படாது.',
  makeList: 'பட்டியல் தயாரி',
  chosen: 'உங்கள் திட்டங்கள்',
  chooseOther: 'வேறு தேர்ந்தெடு',
  chooseOne: 'குறைந்தது ஒரு திட்டத்தைக் குறியிடுங்கள்.',
} satisfies typeof source.cart;
