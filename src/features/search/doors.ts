import { check } from '../../messages/check.ts';
import { community } from '../../messages/community.ts';
import { letters } from '../../messages/letters.ts';
import { t } from '../../messages/messages.ts';
import { papers } from '../../messages/papers.ts';

/** Pages of the site that people search for by what they do there. */
export const doorIds = ['finder', 'check', 'letters', 'papers', 'ask', 'saved', 'complain'] as const;
export type DoorId = (typeof doorIds)[number];

/**
 * A query names a door where it has one of `names` and nothing but these, what stands `beside` them, and small words.
 * In English, Hindi, Hindi in Latin letters, and Tamil; other spellings are found by sound.
 */
export type Door = { title: () => string; address: string; names: string; beside: string };

export const doors: Record<DoorId, Door> = {
  finder: {
    title: () => t.nav.findSchemes,
    address: '/find-schemes',
    names:
      'scheme schemes yojana yojna yojanaye skeem skim योजना योजनाएं योजनाएँ योजनाओं स्कीम திட்டம் திட்டங்கள் eligibility patrata पात्रता',
    beside:
      'find finder search check khojo skim skeem konsa kaunsa kon kaun kaunse khojna khoje dhundo dhundho dhundhna konsi kaunsi kaun milegi milega sarkari government govt all list eligible sabhi कौन खोजो खोजें खोजना ढूंढो ढूँढें ढूंढना कौनसी मिलेगी सरकारी सभी सूची laabh labh लाभ benefit benefits அரசு தேடு',
  },
  check: {
    title: () => check.title,
    address: '/check',
    names:
      'message msg sms scam fraud whatsapp link call मैसेज संदेश एसएमएस स्कैम फ्रॉड धोखा செய்தி மோசடி farzi फर्जी fake nakli',
    beside:
      'check checker verify test janch jaanch jancho karna lottery asli nakli sach jhooth true false real genuine safe suspicious sandesh forward जांच जाँच चेक लॉटरी असली नकली सच झूठ जांचें जाँचें जांचना पता लगाएं pata lagana lagaye सरकारी சரிபார்',
  },
  letters: {
    title: () => letters.door,
    address: '/letters',
    names:
      'letter letters chitthi chithi chitthiyan patra prarthana complaint shikayat चिट्ठी चिट्ठियां पत्र प्रार्थना शिकायत கடிதம்',
    beside:
      'write writing writer maker likhwana likhwani likhvani banana banani likhna likhni likhe likho format sample template draft office department daftar लिखवाना लिखवानी लिखना लिखनी लिखें लिखो प्रारूप नमूना दफ्तर दफ़्तर विभाग எழுது',
  },
  papers: {
    title: () => papers.title,
    address: '/papers',
    names:
      'paper papers document documents kagaz kagaj kagzat kagajat dastavej dastavez कागज कागज़ कागजात काग़ज़ात दस्तावेज दस्तावेज़ ஆவணங்கள்',
    beside:
      'list full poori puri kon kaun konse kaunse पूरी कौन needed required need lagenge lagega lagta chahiye suchi लगेंगे लगेगा सूची चाहिए',
  },
  ask: {
    title: () => community.ask,
    address: '/community/ask',
    names:
      'question questions ask sawal sawaal puchna poochna puchhna puche puchu poochu puchhu सवाल प्रश्न पूछना पूछें पूछो கேள்வி',
    beside: 'answer jawab other people others logo logon लोगों post karna someone expert community जवाब समुदाय कम्युनिटी',
  },
  saved: {
    title: () => t.nav.saved,
    address: '/cart',
    names: 'saved save sev bookmark bookmarks favourite favourites सेव सहेजी सेवड सहेजा सहेजे',
    beside: 'scheme schemes yojana yojna list my योजना योजनाओं योजनाएं page pages',
  },
  complain: {
    title: () => t.nav.grievance,
    address: '/grievance',
    names: 'grievance nodal',
    beside: 'officer site website complaint shikayat content post remove',
  },
};
