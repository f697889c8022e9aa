import type { SignId } from './message-check.contract.ts';

/** One pattern of a sign; `weight` 2 suffices alone, 1 needs another match. */
export type SignPattern = { id: SignId; weight: 1 | 2; readonly pattern: RegExp };

// Vocabulary in English, in Hindi in both scripts, and in the few other languages that such messages use.
const words = {
  code: String.raw`(?:otp|o\.t\.p|one[- ]time (?:password|code)|verification code|cvv|upi pin|m-?pin|atm pin|\bpin\b(?! ?code)|password|\b(?:six|6|nine|9|four|4)[- ]digit (?:code|number|id)|code|ओटीपी|पिन|पासवर्ड|सीवीवी|कोड|(?:छह|छः|6|चार|4|नौ|9) अंकों|ওটিপি|পিন|ஓடிபி|ஓ\.டி\.பி|பின்|ఓటీపీ|పిన్|ओटिपी)`,
  tell: String.raw`(?:tell|share|give|send|read|confirm|provide|enter|type|put|say|speak|forward|reply with|bata|batao|bataiye|bataye|bataiyega|boliye|bolo|boliyega|bol d|dijiye|dedo|de do|bhej|daal|dal|बता|बोल|भेज|डाल|दे दो|दें|दीजिए|साझा|சொல்|அனுப்பு|பகிர|చెప్ప|పంప|বলুন|জানান|দিন|पाठव|सांग)`,
  pay: String.raw`(?:\bpay\b(?! ?(?:tm|able))|make (?:one |a )?(?:test |small )?payment|deposit|transfer|remit|(?:please |kindly )?send (?:me |us |only )?(?=(?:rs|inr|₹|\d))|scan|recharge with|jama kar|jama kara|bhej do|bhej d|bhejo|bhejiye|payment kar|payment kijiye|pay kar|upi kar|phone ?pe kar|paise (?:dal|bhej|de)|dalo|lagenge|लगेंगे|phone ?pe kare|pay by upi|by upi|जमा कर|जमा करें|जमा करो|जमा करा|भुगतान कर|पैसे भेज|पे कर|भेजें|ট্রান্সফার|জমা দিন|பணம் செலுத்த|செலுத்துங்கள்|చెల్లించండి|चुकता करा|भरा)`,
  money: String.raw`(?:(?:rs|inr|₹|रु|रू|रुपये|रुपए|rupees?|rupaye|rupay|rupya|টাকা|ரூ|రూ)\.? ?\d[\d,]*(?:\.\d{1,6})?|\d[\d,]{1,12}(?:\.\d{1,6})? ?(?:rs|inr|rupees?|rupaye|rupay|रुपये|रुपए|रु|टका|টাকা|lakh|लाख|crore|करोड़|k\b|/-)|\d{1,2},\d{3}(?:,\d{3})?(?!\d)|(?:one|two|three|five|ten|twenty|fifty|hundred|दस|सौ|हज़ार|हजार) (?:rupees?|रुपये))`,
  soon: String.raw`(?:today|tonight|within \d{1,6} ?(?:hrs?|hours?|minutes?|mins?|days?)|in \d{1,6} ?(?:hrs?|hours?|minutes?|mins?)|immediately|urgent(?:ly)?|last (?:day|date|chance)|expires?|aaj|turant|abhi|jaldi|fauran|आज|तुरंत|तुरन्त|अभी|जल्दी|(?<!\d)\d{1,4} घंटे|अंतिम|आखिरी|இன்று|இன்றிரவு|உடனடி|24 மணி|আজ|এখনই|২৪ ঘণ্টা|24 ঘণ্টা|ఈరోజు|24 గంట|त्वरित|ताबडतोब|२४ तास|24 तास)`,
  cutOff: String.raw`(?:disconnect(?:ed)?|block(?:ed)?|suspend(?:ed)?|deactivat\w*|blacklist(?:ed)?|clos(?:ed|e)|stopp?(?:ed)?|cancel(?:led)?|freez\w*|frozen|terminat\w*|cut off|be cut|band (?:ho|kar|hai)|bandh (?:ho|kar)|kat (?:di|ja|de)|block ho|बंद|बन्द|ब्लॉक|काट|कट जा|रुक जा|निलंबित|रद्द|துண்டிக்க|முடக்க|বন্ধ|ব্লক|বিচ্ছিন্ন|నిలిపి|బ్లాక్|खंडित|बंद होईल)`,
  mobile: String.raw`(?<![\dx*])(?<!(?:block|stop|upi|optout|start)[^\n]{0,12} to )(?:\+?91[- ]?|0)?[6-9]\d{4}[- ]?\d{5}(?!\d)`,
  office: String.raw`(?:officer|office|manager|customer care|helpline|department|executive|electricity|bank|support|care|police|court|inspector|kyc|sim|adhikari|vibhag|अधिकारी|विभाग|मैनेजर|कार्यालय|हेल्पलाइन|कस्टमर केयर|केवाईसी|बैंक|சேவை|அதிகாரி|অফিস|আধিকারিক|అధికారి|अधिकाऱ्या)`,
  identity: String.raw`(?:aadhaa?r|pan (?:card|number|no)|\bpan\b|account (?:number|no|details|information)|a\/c (?:number|no)|bank (?:details|account|information|detail)|card (?:number|no|details)|expiry|ifsc|passbook|date of birth|selfie|id proof|user ?id|net ?banking|आधार|पैन|पासबुक|खाता संख्या|खाते का|बैंक (?:विवरण|खाता|डिटेल)|कार्ड नंबर|आधार कार्ड|ஆதார்|வங்கி (?:விவர|கணக்கு)|আধার|ব্যাঙ্কের|ఆధార్|బ్యాంక్ వివర)`,
  hand: String.raw`(?:update|fill|send|submit|share|give|tell|upload|provide|link|verify|confirm|enter|complete|match|darj|jod|bhar|bhej|bata|dale|daal|dijiye|अपडेट|भर|भेज|जोड़|दर्ज|अपलोड|मिलान|बता|फोटो|लिंक कर|पूरा कर|पूरी कर|भरकर|பதிவு|புதுப்பி|পূরণ|দিন|నమోదు|అప్‌డేట్|भरा|अपडेट करा)`,
} as const;

// Perfect tense is a report, not a demand: 'has been credited', 'भेज दी गई', 'जमा किए गए हैं'.
const notDone = String.raw`(?!ed\b|d\b|[^\n।]{0,3}?(?:(?:कर |किए|किया|की|दिए|दिया|दी|ड़ा|ड़े|ी|े|ा) ?ग[ईएय]|हुए|हुई|kiya gaya|kiye gaye|हुआ|ण्यात आल))`;

const near = (one: string, other: string, distance = 60) =>
  `(?:${one}[^\\n।]{0,${distance}}?${other}${notDone}|${other}${notDone}[^\\n।]{0,${distance}}?${one})`;
// Built when first used: all of them at once are a long task of a phone that loads them.
const say = (id: SignId, weight: 1 | 2, ...sources: string[]): SignPattern[] =>
  sources.map((source) => {
    let pattern: RegExp | undefined;
    return {
      id,
      weight,
      get pattern() {
        return (pattern ??= new RegExp(source, 'gu'));
      },
    };
  });

export const signPatterns: SignPattern[] = [
  ...say(
    'asks_code',
    2,
    near(words.code, words.tell, 45),
    String.raw`(?:dial|call|डायल)[^\n]{0,20}\*\d{2,3}\*`,
    String.raw`(?:three|3|तीन) (?:digits?|numbers?|नंबर|अंक)[^\n]{0,25}(?:back|behind|पीछे)`,
    String.raw`(?:पिछे|piche|पीछे)[^\n]{0,15}(?:cvv|सीवीवी|3 number)`,
  ),
  ...say(
    'asks_payment',
    1,
    near(words.pay, words.money, 50),
    String.raw`scan (?:the |this )?(?:qr|code)|qr (?:code )?scan|क्यूआर|(?:enter|put|type|dal)[^\n]{0,20}upi pin|upi pin (?:dal|put|enter)|upi (?:khol|open)[^\n]{0,20}pin (?:dal|enter)|fine amount|jurmana|जुर्माना[^\n]{0,30}भर`,
    String.raw`(?:processing|registration|file|joining|security|gate pass|customs?|clearance|delivery|redelivery|late) (?:fee|charge|deposit|duty)s?|registration ?(?:rs|₹|\d)|(?:फाइल|पंजीकरण|प्रोसेसिंग|सुरक्षा) (?:चार्ज|शुल्क|राशि|फीस)|token (?:amount|money|\d)`,
    String.raw`(?:कृपया|please|plz) (?:वापस|wapas|return)|(?:paisa|paise|पैसा|पैसे) (?:nahi diya|wapas kar|transfer|bhej|भेज|वापस कर|ट्रांसफर)|(?:wapas|वापस) (?:kar|कर)[^\n]{0,12}(?:do|दो|dijiye|दीजिए|करें)`,
    String.raw`transfer (?:your|the|all)[^\n]{0,30}(?:fixed deposits?|fd|funds?|money|savings|balance)`,
    String.raw`gift cards?|crypto|usdt|bitcoin`,
  ),
  ...say(
    'asks_remote_app_or_apk',
    2,
    String.raw`\.apk\b|apk file|एपीके`,
    String.raw`any ?desk|team ?viewer|quick ?support|rust ?desk|air ?droid|screen[ -]?shar\w*|स्क्रीन शेयर|एनीडेस्क|टीम ?व्यूअर|remote (?:app|access)`,
    String.raw`(?:install|download|इंस्टॉल|डाउनलोड|install kar|download kar|இன்ஸ்டால்|পতিষ্ঠা|ইনস্টল|ఇన్‌?స్టాల్)[^\n]{0,30}(?:app|file|ऐप|एप|application|யாப்|செயலி|অ্যাপ|యాప్)|(?:app|file|ऐप|एप|செயலி|অ্যাপ|యాప్)[^\n]{0,30}(?:install|download|इंस्टॉल|डाउनलोड|ইনস্টল|ఇన్‌?స్టాల్)`,
  ),
  ...say(
    'asks_personal_data',
    1,
    near(words.identity, words.hand, 50),
    String.raw`(?:16|sixteen)[- ](?:digit|number)|card number[^\n]{0,25}expiry`,
  ),
  ...say(
    'threat_or_deadline',
    1,
    near(words.cutOff, words.soon, 90),
    String.raw`(?:will be|to be|is going to be|hone wala|hone wali|ho jaye?g[ai]|हो जाएग[ाी]|होने वाल[ाी]|दिया जाएगा|हो गया है|ho raha hai|हो रहा है)[^\n]{0,30}(?:block|disconnect|suspend|deactivat|band|बंद|ब्लॉक)|${words.cutOff}[^\n]{0,12}(?:ho jaye?g[ai]|हो जाएग[ाी]|हो गया है|ho raha|hone wal|hamesha|होने वाल)`,
    String.raw`digital(?:ly)? arrest|डिजिटल अरेस्ट|(?:arrest|गिरफ्तार|girafta|non[- ]bailable|warrant|वारंट|fir\b|एफआईआर|jail|जेल|legal action|court case|case (?:goes|will go)|money laundering|मनी लॉन्ड्रिंग|कानूनी कार्रवाई|முடக்க|కేసు|মামলা|জরিমানা|गुन्हा)`,
    String.raw`(?:viral|वायरल|leak)[^\n]{0,30}(?:kar|photo|video|फोटो|वीडियो|contacts)|(?:photo|video|फोटो|वीडियो|contacts?)[^\n]{0,30}(?:viral|वायरल)`,
    String.raw`(?:expire|expires|expired) (?:today|soon|tonight)|will expire|(?:last|final|only) \d{1,6} (?:days?|hours?|seats?)|(?:sirf|केवल|only|first) \d{1,6} (?:din|दिन|users|seats|लोग|log)|within \d{1,6} ?(?:hrs?|hours?|minutes?)|(?:aakhiri|आखिरी|अंतिम|শেষ) (?:tareekh|तारीख|তারিখ|date|दिन)|(?<!\d)\d{1,4} ?(?:घंटे|ghante|तासा?|ঘণ্টা|గంట)[^\n]{0,12}(?:में|के अंदर|ke andar|me\b|च्या|के भीतर|র মধ্যে|ల్లో)|(?<!\d)\d{1,4} ?(?:मिनट|minute) (?:में|me) (?:गिरफ्तार|arrest|block|band|बंद)|nahi to|नहीं तो|warna|वरना|otherwise|नाहीतर`,
    String.raw`digital(?:ly)? arrest|(?:has|have) been (?:blocked|suspended|deactivated|stopped|blacklisted)|blacklisted after|disconnection order|(?:stopped|held|seized) (?:by|at) customs|pension (?:ruk|band)|पेंशन रुक|रुक जाएगी|(?:दोनों|आज|सेवा|खाता) बंद|बंद हो गया|nai hoga jab tak|nahi hoga jab tak|(?:aaj|आज) \d{1,2}(?::\d\d)? ?(?:baje|बजे) tak|(?:turant|तुरंत) (?:kare|करें|अपडेट|update)|(?:returned to sender|package (?:will be )?return|वापस भेज दिया|परत जाईल)`,
  ),
  // These claims are never true, so one suffices. 'You' must be meant: news and warnings speak of others.
  ...say(
    'threat_or_deadline',
    2,
    String.raw`(?<!(?:if|that|say|says|claim|claims|told) )you(?: are|'re| will be| have been| are being) (?:now |hereby |put |placed |kept )*(?:under |in |into )?(?:a )?digital(?:ly)? arrest`,
    String.raw`(?<!(?:agar|अगर|यदि|ki|कि) )(?:aap(?:ko)?|आप(?:को)?) (?:[^\n.।]{0,15} )?(?:digital arrest|डिजिटल अरेस्ट) (?:में|me(?:in)?|hain?|है|किया|kiya)`,
  ),
  ...say(
    'too_good',
    2,
    String.raw`you(?: have|'ve)? (?:won|win)[^\n.।]{0,40}(?:lottery|lakh|crore|kbc)|(?:lottery|लॉटरी)[^\n.।]{0,40}(?:you(?: have)? won|जीत(?:ी|ा|े| ली| चुके)|jeet[ia])|(?:lakh|लाख|crore|करोड़)[^\n.।]{0,30}(?:लॉटरी|lottery)[^\n.।]{0,20}(?:जीत|jeet|lag ?gayi|लग गई)`,
    String.raw`earn[^\n.।]{0,25}(?:daily|per day|a day|every day)[^\n.।]{0,40}(?:liking|likes?|ratings?|reviews?|watching|typing)`,
  ),
  ...say(
    'too_good',
    1,
    String.raw`lucky (?:winner|draw|customer)|you (?:have )?w[io]n|winner|lottery|लॉटरी|jackpot|prize|इनाम|inaam|लकी ड्रॉ|cashback|reward points?|rewards?|free (?:gift|recharge|silai|laptop|scooty|mobile|data)|फ्री (?:रिचार्ज|सिलाई|लैपटॉप|गिफ्ट|मोबाइल)|मुफ्त (?:रिचार्ज|सिलाई)|ফ্রি|রিচার্জ ফ্রি|inheritance|(?<![a-z])fund of`,
    String.raw`part[- ]?time|पार्ट[- ]?टाइम|work from (?:home|mobile)|घर (?:पर रहकर|बैठे)|ghar baithe|பகுதி நேர|(?:daily|per day|रोज|प्रतिदिन|தினமும்|din ke?)[^\n]{0,15}(?:income|earn|कमा|rs|₹|\d)|earn[^\n]{0,20}(?:daily|per day|₹|rs)|(?:each|per|हर|har|ek|एक) (?:like|लाइक|task|टास्क|review)|welfare task|vip task|प्रीपेड टास्क`,
    String.raw`(?:double|guaranteed?|assured|pakka|100%|गारंटी|sure[- ]?shot)[^\n]{0,25}(?:return|profit|selection|income|मुनाफा|money|paper)|(?:return|profit|selection|मुनाफा)[^\n]{0,20}(?:guarantee|pakka|गारंटी|100%)|multibagger|(?<!\d)\d{1,4}% (?:profit|return|मुनाफा)|${words.money}[^\n]{0,12}(?:dalo|जमा करो)[^\n]{0,20}(?:niklega|पाओ|milega|वापस)`,
    String.raw`(?:instant|pre-?approved|तुरंत) loan|loan[^\n]{0,40}(?:without|bina|no (?:cibil|documents?)|2% )|लोन[^\n]{0,30}(?:छूट|बिना|2%)|limit[^\n]{0,35}(?:raised|lakh|लाख|badh)|lifetime free|life ?time free|लाइफटाइम फ्री|లిమిట్|direct (?:joining|selection)|बिना परीक्षा|सीधे[^\n]{0,25}पद|selection (?:indigo|[^\n]{0,30}ho gaya)`,
    String.raw`(?:only|sirf|just|केवल) (?:rs|₹|रु)\.? ?\d{1,6} \(?was|now only ₹`,
  ),
  ...say(
    'refund_bait',
    1,
    String.raw`refund (?:of|is|has|department|team|form|accept|approved?|atka|मंजूर|मंज़ूर)|(?:tax|gst|income tax) refund|रिफंड|refund[^\n]{0,25}(?:approve|claim|process)|(?:subsidy|सब्सिडी|subsidi)[^\n]{0,40}(?:claim|release|पाने|रुकी|receive)|(?:रुकी|अटका|atka|pending)[^\n]{0,20}(?:subsidy|सब्सिडी|refund|रिफंड|withdrawal|payment|amount)|withdrawal[^\n]{0,20}(?:pending|hold)`,
    String.raw`(?:galti se|गलती से|by mistake|mistakenly|wrongly)[^\n]{0,50}(?:bhej|भेज|sent|transfer|credited|account|khate)|(?:sent|transferred|bhej|भेजे)[^\n]{0,40}(?:galti se|गलती से|by mistake)`,
  ),
  ...say(
    'personal_number_as_official',
    2,
    near(words.mobile, words.office, 120),
    String.raw`(?:call|contact|phone|कॉल|संपर्क|फोन|whatsapp|தொடர்பு|যোগাযোগ|संपर्क साधा)[^\n]{0,60}${words.mobile}`,
    String.raw`save this number`,
    String.raw`${words.mobile}[^\n]{0,25}(?:पर|par|pe)? ?(?:call|contact|फोन|कॉल|संपर्क)`,
  ),
  ...say(
    'secrecy',
    2,
    String.raw`(?:do not|don't|dont|never) (?:tell|inform|discuss|share (?:this )?with|go to|cut the call|disconnect|hang up|switch off|leave the (?:call|room)|mention)|keep (?:it |this )?(?:secret|confidential|quiet)|(?:stay|go to|sit|be) (?:in )?(?:a )?(?:room )?alone|if you tell|secrecy|secrets act|confidential`,
    String.raw`kisi ?(?:ko|se) (?:bhi )?(?:mat|na|nahi|nahin)|kisi ko batana nahi|किसी ?(?:को|से)[^\n]{0,20}(?:न |ना |मत|नहीं)|(?:ghar|घर|police|पुलिस|vakil|वकील|family|परिवार)[^\n]{0,25}(?:bataya|batai|बताया|बताई|bola|बोला)|call (?:mat|na) kat\w*|call mat kaat\w*|कॉल (?:मत|न) काट|फोन (?:मत|न) (?:काट|रख)|phone (?:mat|na) (?:kat|rakh)`,
    String.raw`(?:police|पुलिस) (?:ko|को) (?:bola|बोला|bataya)`,
  ),
];

/** Organisations named as the sender. Not a sign alone: genuine banks name themselves, too. */
export const claimedSenders =
  /(?:\b(?:sbi|yono|hdfc|icici|axis bank|pnb|bank of baroda|canara|kotak|rbi|reserve bank|state bank|npci|paytm|phone ?pe|google pay|gpay|amazon|flipkart|meesho|zomato|swiggy|irctc|uidai|epfo|lic|indane|hp gas|bharat gas|indigo|tata|jio|airtel|bsnl|vi\b|trai|dot\b|cbi|ncb|ed\b|enforcement|customs?|crime branch|cyber (?:crime|cell)|supreme court|high court|police|inspector|acp\b|dcp\b|income tax|fedex|dhl|blue ?dart|india post|speed post|post office|electricity (?:board|office|department|officer)|bijli (?:vibhag|office|board)|nhai|fastag|parivahan|traffic|challan|pension|ministry|government|govt|sarkar\w*|modi|(?<!\d[ .]?)pm |pradhan ?mantri|mukhya ?mantri|bank manager|credit card department|card division|head office|olx|army|cisf|crpf|bsf|magnet media|hr manager|hr\b|kbc|who\b|united nations|netflix|whatsapp|facebook|instagram|telegram)\b|बैंक|एस ?बी ?आई|एसबीआई|बिजली|विद्युत|आयकर|पुलिस|क्राइम ब्रांच|सीबीआई|कस्टम|इंडिया पोस्ट|भारतीय (?:पोस्ट|डाक)|डाकघर|जियो|एयरटेल|सरकार|प्रधानमंत्री|मुख्यमंत्री|मोदी|योजना|निगम|पेंशन|विभाग|गैस|एलपीजी|एसीपी|इंस्पेक्टर|यूट्यूब वाले|மின்சார|வங்கி|ব্যাঙ্ক|মুখ্যমন্ত্রী|কেন্দ্রীয় সরকার|দপ্তর|వాహన|ట్రాఫిక్|బ్యాంక్|वीज|पोस्ट)/gu;

/** Turns the same words from a demand into advice: 'never share your OTP', 'beware', 'it is a scam', 'not you?'. */
export const adviceWords =
  /(?:never (?:ask|share|send|call|give|tell)|do(?:es)? not (?:ask|share|call back|click|install|respond|send|approve|give)|don't (?:share|click|install)|dont share|not share|no other link is authorised|beware|be careful|is a scam|it is a scam|scam[.:!]|fraud hai|fake|phishing|advisory|best practices|awareness|safety tip|stay alert|report to|report\.phishing|no action is required|(?:aisa )?kuch nahi hota|nahi puchte|kabhi nahi|mat kholna|mat batana|kaat dena|na batayen|kisi ko na|साझा न|(?<![\p{L}\p{M}])न (?:करें|बताएं|बताएँ|दें|खोलें)|किसी को न बता|zaroorat na|ज़?रूरत नहीं|no need|कोई लिंक या शुल्क नहीं|kuch karne ki|सावधान|फर्जी|ठगी|धोखा|धोखाधड़ी|कभी नहीं|नहीं (?:पूछता|मांगत|माँगत|पूछते|मांगते)|செய்ய வேண்டாம்|போலி|பகிர வேண்டாம்|জানাবেন না|শেয়ার করবেন না|প্রতারণা|నమ్మకండి|చెప్పకండి|పంపకండి|హెచ్చరిక|देऊ नका|करू नका|फसवणूक)/gu;
