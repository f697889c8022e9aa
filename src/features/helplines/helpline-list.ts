import type { Helpline } from './helplines.ts';

// Numbers as printed on the named official pages; `checkedOn` is the day on which an editor last compared them.
const checkedOn = '2026-11-21';
const dayAndNight = { from: '00:00', to: '24:00' };
const eightToEight = { from: '08:00', to: '20:00' };

type Entry = Omit<Helpline, 'hours' | 'spoken' | 'checkedOn'> & Partial<Helpline>;

/** What an office does not state is left out. */
const entries: Entry[] = [
  {
    number: '112',
    words: {
      en: { name: 'Emergency', note: 'Police, fire, ambulance' },
      hi: { name: 'आपात मदद', note: 'पुलिस, दमकल, एंबुलेंस' },
      ta: { name: 'அவசர உதவி', note: 'காவல், தீயணைப்பு, ஆம்புலன்ஸ்' },
    },
    hours: dayAndNight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['emergency', 'violence', 'child', 'suicide', 'accident', 'fire'],
    source: 'https://112.gov.in/',
  },
  {
    number: '181',
    words: {
      en: { name: 'Women', note: 'Violence at home or outside; day and night' },
      hi: { name: 'महिला हेल्पलाइन', note: 'घर या बाहर हिंसा हो तो, दिन-रात' },
      ta: { name: 'பெண்கள் உதவி எண்', note: 'வீட்டிலோ வெளியிலோ வன்முறை; இரவும் பகலும்' },
    },
    hours: dayAndNight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['violence', 'women', 'harassment'],
    source: 'https://wcd.gov.in/',
  },
  {
    number: '1098',
    words: {
      en: { name: 'Children', note: 'Child helpline, day and night' },
      hi: { name: 'चाइल्ड हेल्पलाइन', note: 'किसी भी बच्चे के लिए, दिन-रात' },
      ta: { name: 'குழந்தைகள் உதவி எண்', note: 'எந்தக் குழந்தைக்கும், இரவும் பகலும்' },
    },
    hours: dayAndNight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['child'],
    source: 'https://missionvatsalya.wcd.gov.in/',
  },
  {
    number: '14416',
    words: {
      en: { name: 'Tele-MANAS', note: 'Someone listens, day and night: worry, sadness, thoughts of dying' },
      hi: { name: 'टेली-मानस', note: 'कोई सुनता है, दिन-रात: चिंता, उदासी, मरने के खयाल' },
      ta: { name: 'டெலி-மானஸ்', note: 'கவலை, சோகம், இறக்கும் எண்ணம்: இரவும் பகலும் ஒருவர் கேட்பார்' },
    },
    hours: dayAndNight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['suicide', 'mind'],
    source: 'https://telemanas.mohfw.gov.in/',
  },
  {
    number: '1930',
    words: {
      en: { name: 'Cyber fraud', note: 'Call at once: the bank may still be able to stop the money' },
      hi: { name: 'साइबर ठगी', note: 'तुरंत फ़ोन करें; पैसा शायद रुक जाए' },
      ta: { name: 'இணைய மோசடி', note: 'உடனே அழையுங்கள்; பணத்தை நிறுத்த முடியலாம்' },
    },
    hours: dayAndNight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['fraud'],
    source: 'https://cybercrime.gov.in/',
  },
  {
    number: '108',
    words: {
      en: { name: 'Ambulance', note: 'In most States' },
      hi: { name: 'एंबुलेंस', note: 'ज़्यादातर राज्यों में' },
      ta: { name: 'ஆம்புலன்ஸ்', note: 'பெரும்பாலான மாநிலங்களில்' },
    },
    hours: dayAndNight,
    spoken: ['local'],
    subjects: ['accident', 'health'],
    source: 'https://nhm.gov.in/',
  },
  {
    number: '101',
    words: {
      en: { name: 'Fire', note: 'Fire brigade' },
      hi: { name: 'दमकल', note: 'आग लगने पर' },
      ta: { name: 'தீயணைப்பு', note: 'தீ விபத்து' },
    },
    hours: dayAndNight,
    spoken: ['local'],
    subjects: ['fire'],
    source: 'https://112.gov.in/',
  },
  {
    number: '14490',
    words: {
      en: { name: 'Commission for Women', note: 'Day and night' },
      hi: { name: 'महिला आयोग', note: 'दिन-रात' },
      ta: { name: 'மகளிர் ஆணையம்', note: 'இரவும் பகலும்' },
    },
    hours: dayAndNight,
    subjects: ['women', 'harassment'],
    source: 'https://ncw.gov.in/',
  },
  {
    number: '14567',
    words: {
      en: { name: 'Elderline', note: 'People over 60, 8 am to 8 pm' },
      hi: { name: 'एल्डरलाइन', note: '60 साल से बड़े लोग, सुबह 8 से रात 8 बजे' },
      ta: { name: 'எல்டர்லைன்', note: '60 வயதுக்கு மேல், காலை 8 முதல் இரவு 8 வரை' },
    },
    hours: eightToEight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['elder', 'pension'],
    source: 'https://scw.dosje.gov.in/',
  },
  {
    number: '15100',
    words: {
      en: { name: 'Legal aid', note: 'A free lawyer; Legal Services Authorities' },
      hi: { name: 'मुफ़्त कानूनी मदद', note: 'मुफ़्त वकील; विधिक सेवा प्राधिकरण' },
      ta: { name: 'இலவச சட்ட உதவி', note: 'இலவச வழக்கறிஞர்; சட்டப் பணிகள் ஆணைக்குழு' },
    },
    spoken: ['local', 'hi', 'en'],
    subjects: ['legal-aid', 'women', 'rent', 'labour'],
    source: 'https://nalsa.gov.in/',
  },
  {
    number: '14454',
    words: {
      en: { name: 'Tele-Law', note: 'Advice before a case' },
      hi: { name: 'टेली-लॉ', note: 'मुकदमे से पहले सलाह' },
      ta: { name: 'டெலி-லா', note: 'வழக்குக்கு முன் ஆலோசனை' },
    },
    subjects: ['legal-aid'],
    source: 'https://www.tele-law.in/',
  },
  {
    number: '1915',
    words: {
      en: { name: 'Consumers', note: 'Refunds, faulty goods; 8 am to 8 pm' },
      hi: { name: 'उपभोक्ता हेल्पलाइन', note: 'रिफ़ंड, खराब सामान; सुबह 8 से रात 8 बजे' },
      ta: { name: 'நுகர்வோர்', note: 'பணம் திரும்பப் பெற, பழுதான பொருள்; காலை 8 முதல் இரவு 8 வரை' },
    },
    hours: eightToEight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['consumer', 'shopping'],
    source: 'https://consumerhelpline.gov.in/',
  },
  {
    number: '1947',
    words: {
      en: { name: 'Aadhaar', note: 'UIDAI' },
      hi: { name: 'आधार', note: 'यूआईडीएआई' },
      ta: { name: 'ஆதார்', note: 'UIDAI' },
    },
    spoken: ['local', 'hi', 'en'],
    subjects: ['aadhaar'],
    source: 'https://uidai.gov.in/',
  },
  {
    number: '14448',
    words: {
      en: { name: 'Reserve Bank', note: 'When a bank does not answer in 30 days' },
      hi: { name: 'रिज़र्व बैंक', note: 'बैंक 30 दिन में जवाब न दे तो' },
      ta: { name: 'ரிசர்வ் வங்கி', note: 'வங்கி 30 நாட்களில் பதில் தராவிட்டால்' },
    },
    subjects: ['bank', 'loan'],
    source: 'https://cms.rbi.org.in/',
  },
  {
    number: '155255',
    words: {
      en: { name: 'Bima Bharosa', note: 'Complaints about insurers' },
      hi: { name: 'बीमा भरोसा', note: 'बीमा कंपनी की शिकायत' },
      ta: { name: 'பீமா பரோசா', note: 'காப்பீட்டு நிறுவனம் மீது புகார்' },
    },
    subjects: ['insurance'],
    source: 'https://bimabharosa.irdai.gov.in/',
  },
  {
    number: '14470',
    words: {
      en: { name: 'Provident fund', note: 'EPFO' },
      hi: { name: 'भविष्य निधि', note: 'ईपीएफ़ओ' },
      ta: { name: 'வருங்கால வைப்பு நிதி', note: 'EPFO' },
    },
    subjects: ['provident-fund', 'labour'],
    source: 'https://www.epfindia.gov.in/',
  },
  {
    number: '1967',
    words: {
      en: { name: 'Ration', note: 'The ration office of your State' },
      hi: { name: 'राशन', note: 'आपके राज्य का राशन विभाग' },
      ta: { name: 'ரேஷன்', note: 'உங்கள் மாநில உணவு வழங்கல் துறை' },
    },
    spoken: ['local'],
    subjects: ['ration'],
    source: 'https://nfsa.gov.in/',
  },
  {
    number: '14445',
    words: {
      en: { name: 'One Nation One Ration Card', note: 'Ration in another State' },
      hi: { name: 'एक देश एक राशन कार्ड', note: 'दूसरे राज्य में राशन' },
      ta: { name: 'ஒரே நாடு ஒரே ரேஷன் அட்டை', note: 'வேறு மாநிலத்தில் ரேஷன்' },
    },
    subjects: ['ration'],
    source: 'https://nfsa.gov.in/',
  },
  {
    number: '155261',
    words: {
      en: { name: 'PM-KISAN', note: 'Money of the scheme for farmers' },
      hi: { name: 'पीएम-किसान', note: 'किसान सम्मान निधि का पैसा' },
      ta: { name: 'பி.எம்-கிசான்', note: 'விவசாயிகள் திட்டப் பணம்' },
    },
    subjects: ['farming'],
    source: 'https://pmkisan.gov.in/',
  },
  {
    number: '18001801551',
    words: {
      en: { name: 'Kisan Call Centre', note: 'Questions on farming' },
      hi: { name: 'किसान कॉल सेंटर', note: 'खेती के सवाल' },
      ta: { name: 'கிசான் கால் சென்டர்', note: 'விவசாயக் கேள்விகள்' },
    },
    spoken: ['local', 'hi', 'en'],
    subjects: ['farming'],
    source: 'https://www.manage.gov.in/',
  },
  {
    number: '14447',
    words: {
      en: { name: 'Crop insurance', note: 'Report the loss of a crop' },
      hi: { name: 'फ़सल बीमा', note: 'फ़सल के नुकसान की सूचना' },
      ta: { name: 'பயிர்க் காப்பீடு', note: 'பயிர் சேதத்தைத் தெரிவிக்க' },
    },
    subjects: ['farming', 'insurance'],
    source: 'https://pmfby.gov.in/',
  },
  {
    number: '14555',
    words: {
      en: { name: 'Ayushman Bharat', note: 'Treatment with the card' },
      hi: { name: 'आयुष्मान भारत', note: 'कार्ड से इलाज' },
      ta: { name: 'ஆயுஷ்மான் பாரத்', note: 'அட்டை மூலம் சிகிச்சை' },
    },
    subjects: ['health'],
    source: 'https://nha.gov.in/',
  },
  {
    number: '1950',
    words: {
      en: { name: 'Voters', note: 'Election Commission' },
      hi: { name: 'मतदाता', note: 'चुनाव आयोग' },
      ta: { name: 'வாக்காளர்', note: 'தேர்தல் ஆணையம்' },
    },
    subjects: ['voter'],
    source: 'https://www.eci.gov.in/',
  },
  {
    number: '18001030025',
    words: {
      en: { name: 'Income tax', note: 'Help with e-filing and PAN' },
      hi: { name: 'इनकम टैक्स', note: 'ई-फ़ाइलिंग और पैन में मदद' },
      ta: { name: 'வருமான வரி', note: 'மின் தாக்கல், பான் உதவி' },
    },
    subjects: ['tax'],
    source: 'https://www.incometax.gov.in/',
  },
  {
    number: '18002581800',
    words: {
      en: { name: 'Passport', note: 'Passport Seva' },
      hi: { name: 'पासपोर्ट', note: 'पासपोर्ट सेवा' },
      ta: { name: 'பாஸ்போர்ட்', note: 'பாஸ்போர்ட் சேவா' },
    },
    subjects: ['passport'],
    source: 'https://www.passportindia.gov.in/',
  },
  {
    number: '139',
    words: {
      en: { name: 'Railways', note: 'Trains, refunds, safety on the way' },
      hi: { name: 'रेलवे', note: 'ट्रेन, रिफ़ंड, रास्ते में सुरक्षा' },
      ta: { name: 'ரயில்வே', note: 'ரயில், பணம் திரும்ப, பயணப் பாதுகாப்பு' },
    },
    hours: dayAndNight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['rail'],
    source: 'https://railmadad.indianrailways.gov.in/',
  },
  {
    number: '1033',
    words: {
      en: { name: 'Highways', note: 'Toll, FASTag, breakdown or accident on a national highway' },
      hi: { name: 'राजमार्ग', note: 'टोल, फ़ास्टैग, राष्ट्रीय राजमार्ग पर खराबी या हादसा' },
      ta: { name: 'நெடுஞ்சாலை', note: 'சுங்கம், ஃபாஸ்டேக், தேசிய நெடுஞ்சாலையில் விபத்து' },
    },
    hours: dayAndNight,
    subjects: ['road'],
    source: 'https://nhai.gov.in/',
  },
  {
    number: '1912',
    words: {
      en: { name: 'Electricity', note: 'Power cuts and bills' },
      hi: { name: 'बिजली', note: 'बिजली कटौती और बिल' },
      ta: { name: 'மின்சாரம்', note: 'மின்தடை, கட்டணம்' },
    },
    spoken: ['local'],
    subjects: ['electricity'],
    source: 'https://powermin.gov.in/',
  },
  {
    number: '1906',
    words: {
      en: { name: 'Gas leak', note: 'LPG emergency, day and night' },
      hi: { name: 'गैस लीक', note: 'रसोई गैस की आपात मदद, दिन-रात' },
      ta: { name: 'எரிவாயு கசிவு', note: 'சமையல் எரிவாயு அவசரம், இரவும் பகலும்' },
    },
    hours: dayAndNight,
    spoken: ['local', 'hi', 'en'],
    subjects: ['gas', 'fire'],
    source: 'https://mopng.gov.in/',
  },
  {
    number: '1514',
    words: {
      en: { name: 'National Career Service', note: 'Jobs; Tuesday to Sunday, 8 am to 8 pm' },
      hi: { name: 'नेशनल करियर सर्विस', note: 'नौकरी; मंगलवार से रविवार, सुबह 8 से रात 8 बजे' },
      ta: { name: 'தேசிய வேலைவாய்ப்பு சேவை', note: 'வேலை; செவ்வாய் முதல் ஞாயிறு, காலை 8 முதல் இரவு 8 வரை' },
    },
    hours: eightToEight,
    subjects: ['jobs'],
    source: 'https://www.ncs.gov.in/',
  },
];

/** The most urgent first: the order in which a reader sees them. */
export const helplineList: Helpline[] = entries.map(
  ({ number, words, hours = null, spoken = null, subjects, source, ...checked }) => ({
    number,
    words,
    hours,
    spoken,
    subjects,
    source,
    checkedOn,
    ...checked,
  }),
);
