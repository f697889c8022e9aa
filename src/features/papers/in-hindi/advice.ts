// What to do without a paper, keyed by the English sentence.

export const adviceInHindi: Record<string, string> = {
  'Enrol at an Aadhaar centre, and use the enrolment slip or another photo ID until the number comes.':
    'आधार केंद्र पर नामांकन कराएँ, और नंबर आने तक नामांकन पर्ची या फ़ोटो वाला दूसरा कागज़ दिखाएँ।',
  'Link a number at an Aadhaar centre, or apply in person, where a fingerprint takes the place of the code.':
    'आधार केंद्र पर नंबर जुड़वाएँ, या खुद जाकर आवेदन करें: वहाँ कोड की जगह अँगूठे का निशान चलता है।',
  "Ask the office which other photo ID of a parent it takes. A guardian brings the court's order.":
    'दफ़्तर से पूछें कि माँ या पिता का फ़ोटो वाला और कौन-सा कागज़ चलेगा। अभिभावक अदालत का आदेश लाएँ।',
  'Most offices take Form 60 instead: a signed statement that you have no PAN.':
    'ज़्यादातर दफ़्तर इसकी जगह फ़ॉर्म 60 लेते हैं: दस्तखत किया हुआ बयान कि आपके पास पैन नहीं है।',
  'Enrol with Form 6 on voters.eci.gov.in or with the booth level officer; use another photo ID until then.':
    'voters.eci.gov.in पर या बूथ लेवल अधिकारी के पास फ़ॉर्म 6 भरें; तब तक फ़ोटो वाला दूसरा कागज़ दिखाएँ।',
  'Use another photo ID. Inside India a passport is never the only choice.':
    'फ़ोटो वाला दूसरा कागज़ दिखाएँ: भारत के अंदर किसी काम के लिए सिर्फ़ पासपोर्ट ज़रूरी नहीं।',
  'If it is lost: file a police report first, and apply as for a lost passport.':
    'खो गया हो तो पहले पुलिस में रिपोर्ट लिखाएँ, फिर खोए पासपोर्ट की तरह आवेदन करें।',
  "Get a learner's licence first. Driving without one is punished.":
    'पहले लर्नर लाइसेंस बनवाएँ। बिना लाइसेंस गाड़ी चलाने पर सज़ा है।',
  'Apply on the Sarathi site: you need it for some weeks before the driving test.':
    'सारथी साइट पर आवेदन करें: ड्राइविंग टेस्ट से कुछ हफ़्ते पहले यह चाहिए।',
  'Ask for another paper that shows the family: Aadhaar cards of all members often do.':
    'पूछें कि परिवार दिखाने वाला दूसरा कौन-सा कागज़ चलेगा: अक्सर सबके आधार कार्ड चल जाते हैं।',
  'Register late: up to one year with the District Registrar, after that with the order of a magistrate. Who was born before 1 October 2023 may use a Class 10 certificate for a passport.':
    'देर से पंजीकरण कराएँ: एक साल तक ज़िला रजिस्ट्रार के यहाँ, उसके बाद मजिस्ट्रेट के आदेश से। जिसका जन्म 1 अक्टूबर 2023 से पहले हुआ, वह पासपोर्ट के लिए दसवीं का प्रमाण पत्र दे सकता है।',
  'Take it from DigiLocker, or ask the board for a duplicate. Who did not pass uses a birth certificate.':
    'डिजीलॉकर से लें, या बोर्ड से दूसरी प्रति माँगें। जो पास नहीं हुआ, वह जन्म प्रमाण पत्र दे।',
  'Many online forms take a photo made with the phone before a plain wall.':
    'कई ऑनलाइन फ़ॉर्म में सादी दीवार के सामने फ़ोन से ली गई फ़ोटो चलती है।',
  'Apply with school papers or land papers of the past years and a statement of your own.':
    'पिछले सालों के स्कूल या ज़मीन के कागज़ और अपने बयान के साथ आवेदन करें।',
  "Apply with the caste certificate of your father or of another relative on the father's side.":
    'पिता के, या पिता की तरफ़ के किसी रिश्तेदार के जाति प्रमाण पत्र के साथ आवेदन करें।',
  'A report of the Patwari or Talathi, or a letter of the Pradhan, is often asked for instead.':
    'इसकी जगह अक्सर पटवारी या तलाठी की रिपोर्ट, या प्रधान का पत्र माँगा जाता है।',
  'Apply with the caste certificate and proof of the income of your parents.':
    'जाति प्रमाण पत्र और माता-पिता की आय के सबूत के साथ आवेदन करें।',
  'Apply on swavlambancard.gov.in, and take the doctor’s reports to the medical board.':
    'swavlambancard.gov.in पर आवेदन करें, और डॉक्टर की रिपोर्टें मेडिकल बोर्ड के पास ले जाएँ।',
  'Use another photo ID.': 'फ़ोटो वाला दूसरा कागज़ दिखाएँ।',
  'A water, gas or landline bill does as well. Is it in the name of somebody else? Ask if the office takes it with a letter.':
    'पानी, गैस या लैंडलाइन का बिल भी चलता है। बिल किसी और के नाम है? पूछें कि क्या चिट्ठी के साथ चलेगा।',
  'An electricity bill does as well.': 'बिजली का बिल भी चलता है।',
  "Ask for the owner's letter of consent with the owner's electricity bill.":
    'मकान मालिक से सहमति पत्र और उनका बिजली बिल माँगें।',
  'Show the registered rent agreement if it allows what you apply for.':
    'रजिस्ट्री वाला किरायानामा दिखाएँ, अगर उसमें इस काम की इजाज़त है।',
  'Ask the municipality for a copy, or show the sale deed.': 'नगर निगम से प्रति माँगें, या बैनामा दिखाएँ।',
  'Ask the Sub-Registrar for a certified copy.': 'सब-रजिस्ट्रार से प्रमाणित प्रति माँगें।',
  "Ask the Sub-Registrar for a search in the register, for at least the bank's number of years.":
    'सब-रजिस्ट्रार से रजिस्टर में खोज कराएँ, कम से कम उतने सालों की जितने बैंक माँगे।',
  'Ask the Patwari or the village accountant for a copy with the survey number.':
    'पटवारी या लेखपाल से खसरा नंबर बताकर प्रति माँगें।',
  'Ask the seller or the builder for it; the municipality gives copies.':
    'बेचने वाले या बिल्डर से माँगें; नगर निगम प्रति देता है।',
  'Some offices take a BPL or Antyodaya ration card, a salary slip or Form 16 instead.':
    'कुछ दफ़्तर इसकी जगह बीपीएल या अंत्योदय राशन कार्ड, वेतन पर्ची या फ़ॉर्म 16 लेते हैं।',
  'Apply with the income certificate and the land papers of the family.':
    'आय प्रमाण पत्र और परिवार की ज़मीन के कागज़ों के साथ आवेदन करें।',
  'Print a statement, or bring a cancelled cheque. No account yet? Open a basic savings account.':
    'बैंक का हिसाब छपवाएँ, या रद्द किया चेक लाएँ। खाता नहीं है? बुनियादी बचत खाता खुलवाएँ।',
  'The first page of the passbook does as well, as a rule.': 'आम तौर पर पासबुक का पहला पन्ना भी चलता है।',
  'Ask the branch to print it.': 'बैंक की शाखा से छपवाएँ।',
  'It is needed only where you have no PAN.': 'यह तभी चाहिए जब आपके पास पैन न हो।',
  'Ask for a salary certificate, or show tax returns and the bank statement.':
    'वेतन प्रमाण पत्र माँगें, या इनकम टैक्स रिटर्न और बैंक का हिसाब दिखाएँ।',
  'Your tax statement (Form 26AS) on incometax.gov.in shows the same tax.':
    'incometax.gov.in पर आपके टैक्स का हिसाब (फ़ॉर्म 26AS) भी यही टैक्स दिखाता है।',
  'Who need not file shows bank statements or an income certificate.':
    'जिसे रिटर्न नहीं भरना पड़ता, वह बैंक का हिसाब या आय प्रमाण पत्र दिखाए।',
  'Ask the agency; it also stands on each receipt.': 'एजेंसी से पूछें; यह हर रसीद पर भी लिखा होता है।',
  'It is part of the form.': 'यह फ़ॉर्म का ही हिस्सा है।',
  'Born at home: the head of the household tells the Registrar; bring the vaccination card.':
    'घर पर जन्म हुआ हो तो घर का मुखिया रजिस्ट्रार को बताए; टीकाकरण कार्ड साथ लाएँ।',
  'Ask the health centre for a copy.': 'स्वास्थ्य केंद्र से प्रति माँगें।',
  'It is needed only where more than 30 days have passed.': 'यह तभी चाहिए जब 30 दिन से ज़्यादा हो चुके हों।',
  'For Classes 1 to 8 a school may not refuse or delay a child because it is missing (Right to Education Act).':
    'पहली से आठवीं तक, इसके न होने पर स्कूल बच्चे को न मना कर सकता है, न देर कर सकता है (शिक्षा का अधिकार अधिनियम)।',
  'Take it from DigiLocker, or ask the board for a duplicate.': 'डिजीलॉकर से लें, या बोर्ड से दूसरी प्रति माँगें।',
  'Ask the office of the college for a bonafide certificate.': 'कॉलेज के दफ़्तर से बोनाफ़ाइड प्रमाण पत्र माँगें।',
  'Register the marriage now: it can be done years later, with both of you and witnesses present.':
    'शादी का पंजीकरण अब कराएँ: यह सालों बाद भी होता है, आप दोनों और गवाहों के सामने।',
  'A certificate of the priest, or a statement of both before a notary, is taken by many offices.':
    'कई दफ़्तर पुजारी, काज़ी या पादरी का प्रमाण पत्र, या नोटरी के सामने दोनों का बयान लेते हैं।',
  'Another photo ID of the husband or wife does as well, as a rule.':
    'आम तौर पर पति या पत्नी का फ़ोटो वाला दूसरा कागज़ भी चलता है।',
  'Choose witnesses who have a photo ID with them.': 'ऐसे गवाह चुनें जिनके पास फ़ोटो वाला कागज़ हो।',
  'Needed only where one of you was married before.': 'तभी चाहिए जब आप में से किसी की पहले शादी हो चुकी हो।',
  'Register late: up to one year with the District Registrar, after that with the order of a magistrate.':
    'देर से पंजीकरण कराएँ: एक साल तक ज़िला रजिस्ट्रार के यहाँ, उसके बाद मजिस्ट्रेट के आदेश से।',
  'Death at home: the head of the household tells the Registrar; many offices ask for a letter of the ward or village.':
    'घर पर मृत्यु हुई हो तो घर का मुखिया रजिस्ट्रार को बताए; कई दफ़्तर वार्ड या गाँव का पत्र माँगते हैं।',
  'Another paper with the name and address of the person does as well.': 'उनके नाम और पते वाला दूसरा कागज़ भी चलता है।',
  'Without a will the heirs by law inherit: get a legal heir or succession certificate.':
    'वसीयत न हो तो कानूनी वारिसों को मिलता है: वारिस या उत्तराधिकार प्रमाण पत्र बनवाएँ।',
  'Apply at the tehsil with the death certificate and a statement that names all heirs.':
    'मृत्यु प्रमाण पत्र और सब वारिसों के नाम वाले बयान के साथ तहसील में आवेदन करें।',
  'Where there is a nominee or a joint holder, banks as a rule pay without it: ask first.':
    'नॉमिनी या साझा खाताधारक हो तो बैंक आम तौर पर इसके बिना पैसे देते हैं: पहले पूछ लें।',
  'Ask if a plain signed statement is enough: many offices have dropped the oath.':
    'पूछें कि क्या दस्तखत किया हुआ सादा बयान चलेगा: कई दफ़्तर अब शपथ नहीं माँगते।',
  'Write it yourself: name, age, address and relation of each heir.': 'खुद लिखें: हर वारिस का नाम, उम्र, पता और रिश्ता।',
  'Write to the Superintendent of Police where the station refuses.': 'थाना मना करे तो पुलिस अधीक्षक (SP) को लिखें।',
  "Use 'Know your UAN' on EPFO's member site with Aadhaar and mobile.":
    'ईपीएफ़ओ की सदस्य साइट पर आधार और मोबाइल से ‘Know your UAN’ चुनें।',
  'Ask the bank branch that pays the pension: the number is on its record.':
    'पेंशन देने वाली बैंक शाखा से पूछें: नंबर उसके रिकॉर्ड में है।',
  'The postman or the bank can make it at home: ask for doorstep service.':
    'डाकिया या बैंक इसे घर पर बना सकता है: घर पर सेवा माँगें।',
  'Ask in writing, and keep a copy of the letter.': 'लिखकर माँगें, और पत्र की एक प्रति रखें।',
  'Register with Aadhaar, mobile number and bank account.': 'आधार, मोबाइल नंबर और बैंक खाते से पंजीकरण करें।',
  'A listed hospital can make it at its help desk.': 'सूची का कोई अस्पताल अपनी हेल्प डेस्क पर बना देता है।',
  'The medical board can examine you without them.': 'मेडिकल बोर्ड इनके बिना भी जाँच कर सकता है।',
  'It is needed for commercial vehicles and from a higher age; others sign Form 1 themselves.':
    'यह व्यावसायिक गाड़ियों और ज़्यादा उम्र के लिए चाहिए; बाकी लोग फ़ॉर्म 1 पर खुद दस्तखत करते हैं।',
  'Take it from DigiLocker: the police must accept that copy.': 'डिजीलॉकर से लें: पुलिस को वह प्रति माननी होती है।',
  'Renew it first: driving without it is punished.': 'पहले नया कराएँ: इसके बिना गाड़ी चलाने पर सज़ा है।',
  'Any testing station gives it at once if the vehicle passes.': 'गाड़ी पास हो जाए तो कोई भी जाँच केंद्र तुरंत दे देता है।',
  'The seller must tell the RTO too: do not drive a vehicle that stands in another name.':
    'बेचने वाले को भी आरटीओ को बताना होता है: किसी और के नाम की गाड़ी न चलाएँ।',
  'As a rule the dealer registers a new vehicle for you.': 'आम तौर पर नई गाड़ी का पंजीकरण डीलर करा देता है।',
  'Ask the employer which kind is needed: many accept the one of the State police.':
    'नौकरी देने वाले से पूछें कि कौन-सा चाहिए: कई जगह राज्य पुलिस वाला चलता है।',
  'Register with Aadhaar and PAN.': 'आधार और पैन से पंजीकरण करें।',
  'Below the limit of yearly sales you need none; a statement of your own is enough.':
    'साल की बिक्री सीमा से कम हो तो नहीं चाहिए; अपना बयान काफ़ी है।',
  'Apply online with identity, address of the shop and number of workers.':
    'पहचान, दुकान के पते और काम करने वालों की संख्या के साथ ऑनलाइन आवेदन करें।',
  "A shop in another's name: bring the owner's letter of consent as well.":
    'दुकान किसी और के नाम हो तो मालिक का सहमति पत्र भी लाएँ।',
  'Who trades alone needs none.': 'जो अकेले कारोबार करता है, उसे नहीं चाहिए।',
  'Ask two sellers for one each.': 'दो दुकानदारों से एक-एक माँगें।',
  'Ask the municipality for a letter of recommendation.': 'नगर निगम से सिफ़ारिशी पत्र माँगें।',
};
