import type { HelplineSubject } from './helplines.ts';

// Words of English, Hindi, Marathi, Bengali, Gujarati, Punjabi, Tamil, Telugu, Kannada and Malayalam, by what they
// mean. Latin spellings of Indian words are matched by their sound, so they stand here only where the sound would not
// tell.
export const dangerWords = {
  suicide:
    'suicide suicidal sucide suside khudkushi aatmahatya आत्महत्या खुदकुशी खुदखुशी आत्मघात আত্মহত্যা આત્મહત્યા આપઘાત ਖੁਦਕੁਸ਼ੀ ਆਤਮਹੱਤਿਆ தற்கொலை ఆత్మహత్య ಆತ್ಮಹತ್ಯೆ ആത്മഹത്യ thatkolai tatkolai',
  die: 'die dying marna मरना मरने मर मरूं मरायचं মরতে মরে મરવું મરી ਮਰਨਾ ਮਰ சாக சாகணும் இறக்க చావాలి చనిపోవాలి ಸಾಯಬೇಕು ಸಾಯಲು മരിക്കണം മരിക്കാൻ செத்து சாவு చనిపోవాలని చావాలని मरायचे मरायचंय',
  want: 'want wants wish feel wanna चाहता चाहती चाहते जाना जाऊं मन दिल हवं आहे চাই ইচ্ছা છે માંગુ ਚਾਹੁੰਦਾ ਚਾਹੁੰਦੀ வேண்டும் போல ఉంది అనిపిస్తుంది ಅನಿಸುತ್ತಿದೆ തോന്നുന്നു போறேன் தோணுது తోంది',
  kill: 'kill killing खत्म ख़त्म समाप्त',
  self: 'myself himself herself themselves life खुद अपनी जिंदगी ज़िंदगी जान',
  live: 'jeena जीना जीने जिएं जगायचं বাঁচতে જીવવું ਜੀਣਾ வாழ బతకాలని ಬದುಕಲು ജീവിക്കാൻ जगावं ਜਿਉਣਾ jine jina jeene',
  not: 'not dont nahi नहीं नही न नको না નથી ਨਹੀਂ இல்லை వద్దు ಇಲ್ಲ വേണ്ട नाही na లేదు വയ്യ பிடிக்கல பிடிக்கவில்லை nai nhi nahin',
  life: 'जान प्राण jaan',
  give: 'देना दे दूं दूंगा दूंगी dena देने dene',
  alive: 'live living alive',
  survive: 'zinda jinda ज़िंदा जिंदा',
  remain: 'रहना रहने रहूं रहूंगा रहूंगी rehna rahna',
  proof:
    'प्रमाण praman pramaan सबूत saboot certificate सर्टिफिकेट pension पेंशन pensioner पेंशनर bank बैंक कागज kagaz मृत record रिकॉर्ड',
  end: 'end ending',
  mylife: 'mylife',
  violence:
    'violence violent rape raped molest molested molestation हिंसा मारपीट बलात्कार रेप दुष्कर्म अत्याचार मारहाण छळ নির্যাতন মারধর সহিংসতা ধর্ষণ હિંસા મારપીટ બળાત્કાર ਹਿੰਸਾ ਕੁੱਟਮਾਰ ਬਲਾਤਕਾਰ வன்முறை கொடுமை பலாத்காரம் హింస అత్యాచారం వేధింపులు ಹಿಂಸೆ ದೌರ್ಜನ್ಯ ಅತ್ಯಾಚಾರ അക്രമം പീഡനം ബലാത്സംഗം ഹിംസ ಕ್ರೌರ್ಯ छेड़छाड़ छेड़खानी acidattack तेजाब छेड़ा छेड़ता छेड़ते stalking stalker stalks पीछाकर पीछाकरता lockedme beatsme beatme hitsme hitme slapsme slappedme slapme hittingme beatingme beatenme abusesme abusedme torturesme torturedme threatensme harassesme',
  beat: 'beat beats beating beaten hit hits hitting slap slaps torture tortures abuse abuses abusive abused assault threatens मारता मारते मारती मार मारा पीटता पीटते पीटती पीटा पिटाई थप्पड़ सताता सताते धमकाता गाली मारतो मारतात মারে মারছে পেটায় મારે મારઝૂડ ਮਾਰਦਾ ਕੁੱਟਦਾ அடிக்கிறார் அடிக்கிறான் அடிக்கிறாங்க అడిచ్ కొడుతున్నాడు కొట్టాడు కొడతాడు ಹೊಡೆಯುತ್ತಾನೆ ಹೊಡೆಯುತ್ತಾರೆ അടിക്കുന്നു മർദ്ദിക്കുന്നു തല്ലുന്നു harass harassed harassing harassment அடிக்கறான் அடிக்குறான் அடிச்சான் కొడ్తున్నాడు मारले मारलं हाथउठाता हाथउठाते हाथउठाया हाथउठाई peet पीट nepita kopita bahutpita torturing tortured abusing threatening slapped assaulted assaulting सताया हाथडाला',
  // Two words beside each other are also looked up as one; 'PF ghar baithe nikale' is none of these pairs.
  fromhome:
    'घरसे ससुरालसे घरातून घराबाहेर ઘરમાંથી ઘરેથી ਘਰੋਂ বাড়িথেকে ঘরথেকে வீட்டைவிட்டு வீட்டிலிருந்து ఇంట్లోంచి ఇంటినుంచి ఇంటినుండి ಮನೆಯಿಂದ',
  drivenout:
    'निकाला निकालदिया निकालदी निकालदिए निकालदेते निकालदेता निकालरहे निकालरहा निकालते निकालता भगाया भगादिया काढले काढलं काढून કાઢી કાઢ્યા ਕੱਢ ਕੱਢਿਆ বেরকরে তাড়িয়ে துரத்தி துரத்திட்டாங்க துரத்தினார் గెంటేశారు గెంటేశాడు వెళ్లగొట్టారు ಹೊರಹಾಕಿದರು ಹೊರಹಾಕಿದ',
  thrownout: 'thrownout threwout kickedout throwout kickout throwsout',
  threw: 'threw thrown kicked',
  out: 'out',
  house: 'house home घर ghar',
  person:
    'husband wife boyfriend father mother inlaws laws family home पति पतिदेव घरवाला घरवाले ससुराल सास ससुर पत्नी बीवी पिता पापा बाप भाई बेटा बहू घर मुझे मुझको नवरा नवऱ्याने सासू স্বামী শ্বশুর পতি પતિ સાસરિયા ਪਤੀ ਸਹੁਰੇ கணவர் கணவன் மாமியார் భర్త అత్తమామలు ಗಂಡ ಪತಿ ഭർത്താവ് dowry dahej दहेज हुंडा દહેજ வரதட்சணை కట్నం ವರದಕ್ಷಿಣೆ സ്ത്രീധനം புருஷன் మొగుడు admi आदमी औरत aurat शौहर देवर जेठ ननद पड़ोसी neighbour neighbor pita',
  child:
    'child kid baby boy girl infant minor daughter son children बच्चा बच्ची बच्चे बच्चों बेटा बेटी लड़का लड़की नाबालिग शिशु मूल मुलगा मुलगी বাচ্চা শিশু বাচ্চাকে ছেলে মেয়ে બાળક બાળકી છોકરો છોકરી ਬੱਚਾ ਬੱਚੀ குழந்தை பிள்ளை பையன் சிறுமி పిల్ల పిల్లవాడు బిడ్డ బాలుడు ಮಗು ಮಕ್ಕಳು കുട്ടി കുഞ്ഞ് കുട്ടിയെ കുഞ്ഞിനെ சிறுவன் बहन sister behen',
  alone:
    'alone lost missing abandoned kidnapped crying runaway trafficked अकेला अकेली अकेले गुम गुमशुदा खो लापता बिछड़ भटक अगवा लावारिस रोता हरवला हरवली एकटा একা হারিয়ে নিখোঁজ એકલું એકલો ખોવાઈ ગુમ ਇਕੱਲਾ ਗੁੰਮ ਲਾਪਤਾ தனியாக காணவில்லை காணோம் தொலைந்து ఒంటరిగా తప్పిపోయిన తప్పిపోయాడు కనిపించడం ಒಂಟಿಯಾಗಿ ಕಾಣೆಯಾಗಿದೆ ಕಳೆದುಹೋದ ഒറ്റയ്ക്ക് കാണാനില്ല കാണാതായി తప్పిపోయింది हरवले हरवलं ಕಳೆದು disappeared',
  harmed:
    'beaten abused raped molested harmed trafficked मारते पीटते पीटा शोषण मजदूरी छेड़ labour beats beating पीट मारा मारता nepita kopita bahutpita',
  // Two words beside each other are also looked up as one.
  childharm: 'childlabour childlabor childabuse बालमजदूरी बालश्रम बालशोषण',
  touched: 'touches touched touching छूता छूते छुआ',
  dowry: 'dowry dahej दहेज हुंडा દહેજ வரதட்சணை కట్నం ವರದಕ್ಷಿಣೆ സ്ത്രീധനം',
  partner: 'boyfriend girlfriend husband ex पति प्रेमी',
  blackmailed: 'blackmail blackmails blackmailing blackmailed ब्लैकमेल',
  code: 'otp ओटीपी',
  gave: 'shared gave told bataya diya बताया बता दिया दे',
  money:
    'money rupees rs amount account upi bank balance atm paytm phonepe gpay पैसा पैसे रुपये रुपया रकम खाता खाते खाते बैंक यूपीआई পয়সা টাকা একাউন্ট પૈસા ખાતા રૂપિયા ਪੈਸੇ ਖਾਤੇ பணம் கணக்கு డబ్బు డబ్బులు ఖాతా ಹಣ ಖಾತೆ പണം അക്കൗണ്ട് खात्यातून खात्यातले lakh लाख hazar हजार',
  stolen:
    'stolen stole theft robbed gone hacked scammed cheated defrauded चोरी चुरा उड़ उड़ा उड़ लूट लुट ठग हैक चोरले চুরি গায়েব ચોરી ਚੋਰੀ திருடு திருடிட்டாங்க போச்சு எடுத்துட்டாங்க దొంగిలించారు పోయాయి కొట్టేశారు ಕಳ್ಳತನ ಹೋಯಿತು ಕಳವು മോഷണം പോയി നഷ്ടപ്പെട്ടു चोरीला गेले ઉપાડી ઉપડી எடுத்தாங்க எடுத்துடாங்க took चलेगए खाली emptied ud udgaye udgaya',
  fraud:
    'scammed defrauded cyberfraud ठगी जालसाजी फसवणूक প্রতারণা ঠকিয়েছে છેતરપિંડી ਠੱਗੀ மோசடி మోసం ವಂಚನೆ തട്ടിപ്പ് duped swindled conned',
  trick: 'fraud scam cheated hacked धोखा धोखाधड़ी फ्रॉड ठग',
  happened: 'happened done lost me my हुआ हुई हो गया गई मेरे मेरा साथ झाला হয়েছে થયું ਹੋ நடந்தது జరిగింది ಆಗಿದೆ പറ്റി',
  police:
    'police cbi customs narcotics पुलिस पोलीस सीबीआई कस्टम कस्टम्स পুলিশ સીબીઆઈ પોલીસ ਪੁਲਿਸ ਪੁਲੀਸ போலீஸ் காவல் పోలీసు పోలీసులు ಪೊಲೀಸ್ ಪೊಲೀಸರು പോലീസ് പൊലീസ്',
  video: 'video skype वीडियो विडियो व्हिडिओ ভিডিও વીડિયો વિડિયો ਵੀਡੀਓ வீடியோ வீடியோவில் వీడియో ವೀಡಿಯೊ ವಿಡಿಯೋ വീഡിയോ',
  call: 'call calls calling कॉल কল কলে કૉલ કોલ ਕਾਲ கால் அழைப்பு కాల్ ಕಾಲ್ ಕರೆ കോൾ കോള്‍',
  digital: 'digital डिजिटल ডিজিটাল ડિજિટલ ਡਿਜੀਟਲ டிஜிட்டல் డిజిటల్ ಡಿಜಿಟಲ್ ഡിജിറ്റൽ',
  arrest:
    'arrest arrested अरेस्ट अटक गिरफ्तार गिरफ्तारी গ্রেপ্তার গ্রেফতার অ্যারেস্ট અરેસ્ટ ધરપકડ ਅਰੈਸਟ ਗ੍ਰਿਫ਼ਤਾਰ கைது அரெஸ்ட் అరెస్ట్ అరెస్టు ಅರೆಸ್ಟ್ ಬಂಧನ അറസ്റ്റ്',
  vanished: 'vanished गायब গায়েব',
  deducted: 'deducted debited कट कटे कटा কেটে કપાઈ ਕੱਟ కట్ cut',
  withdrawn: 'निकल निकाल',
  pulled: 'निकलगए निकलगया निकलगये निकललिए निकललिया निकाललिए निकाललिया निकललिये निकाललिये',
  fake: 'fake फर्जी नकली',
  took: 'लेलिए लेलिया लेलिये',
  lifetime: 'जीवन',
  swept: 'साफ',
  account: 'account accounts acount खाता खाते',
  back: 'वापस back school स्कूल',
  how: 'how कैसे kese',
  // What is deducted for these is a charge, a fare or an instalment.
  charge:
    'fastag फास्टैग toll टोल ticket टिकट train ट्रेन irctc recharge रिचार्ज premium प्रीमियम policy पॉलिसी lic bima बीमा emi ईएमआई minimum मिनिमम subscription tds टीडीएस tax pmjjby pmsby apy twice dobara challan चालान fine',
  film: 'film movie फिल्म मूवी squad song गाना anime serial webseries game',
  poison: 'जहरखा जहरखालूं जहरपी जहरपीलूं takepoison drinkpoison tookpoison drankpoison zeherkha jeherkha zeharkha',
  pesticide: 'keetnashak कीटनाशक pesticide insecticide चूहेमार',
  insect: 'keede keeda kide kida कीड़े कीड़ा चूहे chuhe',
  crop: 'फसल fasal fasl crop खेत khet',
  medicine: 'दवा दवाई dawa dawai',
  drank: 'pi pee पी पिया पीकर piya drank drunk',
  // 'pi li' as one word; also the colour of a sick crop.
  drankUp: 'पीली pili',
  plant: 'फसल fasal fasl crop खेत khet धान dhan पत्ते पत्ती patte patti पौधा पौधे paudha paudhe पड़ pad',
  belly: 'petke पेटके',
  sleep: 'नींद neend nind sleeping',
  pills: 'गोली गोलियां goli goliyan pill pills tablet tablets dawa दवा',
  ate: 'खाली खालीं खालूं खालिया खाया khali khalu khaliya swallowed took ate',
  hang: 'hangmyself hangingmyself फांसीलगा फांसीलगालूं फांसीलटक slitmy cutmywrist नसकाट नसकाटली',
  dead: 'offdead betterdead',
  perish: 'मरजाऊं मरजाऊ marjau marjaun मरजाऊंगा मरजाऊंगी कूदजाऊं कूदजाऊ',
  legacy: 'बीमा insurance policy पेंशन pension nominee नॉमिनी वारिस',
  purpose: 'reason reasons point',
  none: 'no nothing',
  endit: 'endit endingit',
  all: 'all',
  died: 'मरगया मरगए मरगये मरगई मरगयी margaya margaye margayi margai',
  forced: 'जबरदस्ती forced forcing',
  misdeed: 'गलतकाम galatkaam',
  with: 'साथ',
  burn: 'जला जलाने जलाकर burn',
  killing: 'जानसे',
  threat: 'धमकी धमका धमकाता threat threats threatens threatening',
  alight: 'जलगई जलगयी जलादिया जलादी जलाया jalgayi jalgai jaladiya jaladi',
  burntDown: 'जलगया जलगए जलगये जलरहा jalgaya jalgya jalgaye jalraha',
  everything: 'सब sab सारा',
  // What burns in a house that still stands.
  limb: 'हाथ haath hath पैर pair चेहरा chehra',
  appliance: 'transformer ट्रांसफार्मर inverter इन्वर्टर mixer bulb बल्ब taar तार wire charger',
  bride: 'बहू bahu पत्नी patni बीवी biwi दुल्हन',
  shutin: 'मेंबंद meband meinband',
  // What is shut in a house beside people.
  household:
    'बिजली bijli light लाइट gas गैस meter मीटर पानी pani नल nal tv fan fridge motor मोटर टीवी पंखा फ्रिज गाड़ी gaadi बाजा baja',
  locked: 'locked बंद कैद',
  room: 'room कमरे कमरा',
  begs: 'भीख begging begs',
  workplace: 'ढाबा ढाबे dhaba भट्ठा भट्ठे कारखाना कारखाने factory बर्तन',
  notfound: 'नहींमिल नहींमिला naimil nahimil nhimil',
  nothome: 'नहींआया नहींआई नहींलौटा नहींलौटी notcome notreturned',
  // Whose money or paper it is that does not come.
  belonging: 'ko ka ki ke को का की के for money पैसा पैसे',
  underage:
    'नाबालिग minor underage 10साल 10saal 10year 11साल 11saal 11year 12साल 12saal 12year 13साल 13saal 13year 14साल 14saal 14year 15साल 15saal 15year 16साल 16saal 16year 17साल 17saal 17year',
  wedding: 'शादी विवाह marriage married wedding',
  wed: 'करारहे करवारहे कररहे रोकना रुकवाना rokna stop',
  gaveaway:
    'batadiya बतादिया बतादी देदिया देदी शेयरकरदिया sharekar शेयरकर sharekiya भेजदिया लेलिया लेली gaveotp sharedotp toldotp otpshared',
  bait: 'telegram टेलीग्राम task टास्क trading ट्रेडिंग crypto investment',
  stuck: 'stuck फंस फस डूब',
  drugs: 'drugs ड्रग्स ड्रग',
  link: 'link links लिंक apk',
  click: 'click क्लिक',
  clicked: 'clicked',
  did: 'करदिया kardiya करदी kardi किया kiya दबादिया',
  aged: 'बूढ़े बूढ़ा बूढ़ी बुजुर्ग बुजुर्गों elderly parents बापको पिताको मांको maako papako',
  grownson: 'बेटा बेटे son',
  sonswife: 'बहू bahu daughterinlaw',
  parcel: 'parcel courier पार्सल कूरियर',
  // They only sound like words above.
  other: 'state status gana chalega chalegi',
} as const;
type Meaning = keyof typeof dangerWords;

/**
 * A query has a danger if it has a word of its own for every meaning of one row, and none for those with an
 * exclamation mark. The most urgent danger first.
 */
export const dangers: { subject: HelplineSubject; rows: (Meaning | `!${Meaning}`)[][] }[] = [
  {
    subject: 'suicide',
    rows: [
      ['suicide', '!film'],
      ['suicide', 'want'],
      ['die', 'want'],
      ['kill', 'self'],
      ['live', 'not'],
      ['life', 'give'],
      ['survive', 'not', 'want', '!proof'],
      ['survive', 'not', 'remain', '!proof'],
      ['end', 'mylife'],
      ['alive', 'not', 'want'],
      ['purpose', 'alive', 'none'],
      ['live', 'kill'],
      ['lifetime', 'kill', '!legacy'],
      ['poison'],
      ['pesticide', 'drank'],
      ['pesticide', 'drankUp', '!plant'],
      ['insect', 'medicine', 'drank', '!belly'],
      ['insect', 'medicine', 'drankUp', '!belly', '!plant'],
      ['crop', 'medicine', 'drank'],
      ['sleep', 'pills', 'ate'],
      ['hang'],
      ['dead'],
      ['perish', '!legacy'],
      ['endit', 'all'],
    ],
  },
  {
    subject: 'violence',
    rows: [
      ['violence', '!film', '!died'],
      ['violence', 'person'],
      ['beat', 'person', '!died'],
      ['forced', 'person'],
      ['dowry', '!film'],
      ['blackmailed', 'partner'],
      ['misdeed', 'with'],
      ['killing', 'threat'],
      ['burn', 'threat'],
      ['bride', 'alight', '!film'],
      ['locked', 'room', 'person'],
      ['house', 'shutin', '!household'],
      ['fromhome', 'drivenout'],
      ['thrownout', 'person'],
      ['threw', 'out', 'house'],
    ],
  },
  {
    subject: 'fire',
    rows: [
      ['house', 'burntDown', '!household', '!appliance', '!limb', '!child'],
      ['everything', 'burntDown', '!household', '!appliance', '!limb', '!child'],
    ],
  },
  {
    subject: 'child',
    rows: [
      ['child', 'alone'],
      ['child', 'vanished', '!money'],
      ['child', 'notfound', '!belonging'],
      ['child', 'nothome', 'house', '!belonging'],
      ['child', 'nothome', 'back', '!belonging'],
      ['child', 'harmed', '!died'],
      ['child', 'begs'],
      ['child', 'touched'],
      ['child', 'workplace'],
      ['childharm'],
      ['underage', 'wedding'],
      ['underage', 'child', 'wedding', 'wed'],
    ],
  },
  // Beside the lines against violence, which their words call as well.
  {
    subject: 'elder',
    rows: [
      ['aged', 'fromhome', 'drivenout'],
      ['aged', 'thrownout', 'person'],
      ['aged', 'beat', 'person', '!died'],
      ['grownson', 'sonswife', 'fromhome', 'drivenout'],
      ['grownson', 'sonswife', 'beat'],
    ],
  },
  {
    subject: 'fraud',
    rows: [
      ['fraud'],
      ['money', 'stolen'],
      ['money', 'vanished'],
      ['money', 'deducted', '!charge'],
      ['money', 'withdrawn', '!how'],
      ['money', 'pulled'],
      ['account', 'swept', '!how'],
      ['fake', 'money', 'took'],
      ['bait', 'money', 'stuck'],
      ['code', 'gaveaway'],
      ['money', 'trick'],
      ['code', 'gave', 'money'],
      ['trick', 'happened'],
      // Police never call by video: whoever searches for this may be on the call.
      ['police', 'video', 'call'],
      ['digital', 'arrest'],
      ['arrest', 'video', 'call'],
      ['police', 'locked', 'house'],
      ['drugs', 'parcel'],
      ['link', 'click', 'did', '!how', '!not'],
      ['link', 'clicked', '!how', '!not'],
    ],
  },
];

/** What a piece says that is about a danger: its name, and the number to call. */
export const dangerNames: Partial<Record<HelplineSubject, string>> = {
  suicide: 'suicide आत्महत्या 14416',
  violence: 'violence हिंसा 181',
  child: '1098',
  elder: '14567',
  fraud: 'fraud ठगी 1930',
};
