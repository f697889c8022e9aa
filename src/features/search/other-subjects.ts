import { foldWord } from '../search-index/words.ts';

/**
 * Words of subjects on which the site has nothing: whoever types one asks about it, whatever else stands in the query.
 * So only what says the word itself, in its title, summary or names, is about the query ('repair refused'). One line is
 * one subject, in English, Hindi and Hindi in Latin letters. No word that may stand in a complaint: 'biryani' may.
 */
const otherSubjects = [
  // What a thing costs, which is better, when a shop opens
  'price prices bhav bhaav daam dam कीमत क़ीमत दाम भाव प्राइस cheapest review reviews comparison behtarin रिव्यू बेहतरीन',
  'khulti khulta khulega khulegi khulne timing timings खुलती खुलता खुलेगी खुलेगा',
  // Repairs
  'repair repairing repairs replacement servicing mistri mistry mechanic मिस्त्री मैकेनिक रिपेयर रिपेयरिंग noise puncture पंक्चर',
  // Recipes and home remedies
  'recipe recipes रेसिपी nuskha nuskhe remedy remedies नुस्खा नुस्खे',
  'hair hairfall dandruff pimple pimples acne makeup mehndi mehandi fairness belly fat motapa yoga workout बालों मेहंदी मेंहदी मेकअप मुंहासे पिंपल मोटापा व्यायाम योगासन',
  // Films, songs, sport, fun
  'song songs lyrics music singer gana gaana gaane गाना गाने गीत लिरिक्स भजन आरती चालीसा bhajan aarti chalisa',
  'trailer actor actress heroine episode bollywood सिनेमा cinema हीरोइन अभिनेता अभिनेत्री netflix hotstar',
  'joke jokes shayari quotes wishes riddle paheli chutkule चुटकुले शायरी पहेली सुविचार wallpaper ringtone वॉलपेपर रिंगटोन',
  'cricket ipl score football kabaddi hockey olympics khiladi jeeta jita मैच स्कोर क्रिकेट आईपीएल फुटबॉल कबड्डी खिलाड़ी',
  // Stars and faith
  'horoscope rashifal kundli kundali zodiac astrology jyotish totka vastu muhurat panchang vrat katha राशिफल कुंडली कुण्डली ज्योतिष टोटका वास्तु मुहूर्त पंचांग व्रत कथा sapne सपने स्वप्न',
  // Things to buy, and travel for pleasure
  'lehenga lahanga saree sari kurti jeans jewellery लहंगा साड़ी कुर्ती smartphone smartphones laptop laptops earphone smartwatch iphone लैपटॉप',
  'resort tourism honeymoon picnic beach sightseeing रिसॉर्ट पर्यटन ghumne ghoomne घूमने',
  'design designs decoration rangoli डिजाइन डिज़ाइन रंगोली सजावट nifty sensex निफ्टी सेंसेक्स',
  // School work, weather, feasts, pets
  'essay nibandh syllabus ncert worksheet poem kavita kahani निबंध कविता कहानी सिलेबस synonym antonym पर्यायवाची विलोम',
  'weather temperature तापमान diwali holi eid chhath rakhi दिवाली दीपावली होली ईद छठ राखी',
  'dog puppy cat kutta kutte billi parrot कुत्ता कुत्ते बिल्ली तोता',
];

const words = new Set(otherSubjects.flatMap((line) => line.split(' ')).map(foldWord));

/** Whether a folded word of a query asks about a subject on which the site has nothing. */
export const isOfOtherSubject = (word: string): boolean => words.has(word);
