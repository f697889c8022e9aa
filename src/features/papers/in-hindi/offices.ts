// Who gives a paper, and where to go for an errand. Keyed by the English words, so that a change of theirs asks for a
// new translation.

export const officesInHindi: Record<string, string> = {
  'UIDAI, at an Aadhaar Seva Kendra or enrolment centre': 'यूआईडीएआई, किसी आधार सेवा केंद्र या नामांकन केंद्र पर',
  'Your Aadhaar: the number is added at an Aadhaar centre': 'आपका आधार: नंबर आधार केंद्र पर जोड़ा जाता है',
  UIDAI: 'UIDAI',
  'Income Tax Department, through Protean or UTIITSL': 'आयकर विभाग, प्रोटीन या UTIITSL के ज़रिए',
  'Election Commission, through the Electoral Registration Officer': 'चुनाव आयोग, निर्वाचक पंजीकरण अधिकारी (ईआरओ) के ज़रिए',
  'Passport Seva, Ministry of External Affairs': 'पासपोर्ट सेवा, विदेश मंत्रालय',
  'You have it at home': 'यह आपके घर पर है',
  'Regional Transport Office (RTO), on sarathi.parivahan.gov.in':
    'क्षेत्रीय परिवहन कार्यालय (आरटीओ), sarathi.parivahan.gov.in पर',
  "The State's food and civil supplies department": 'राज्य का खाद्य और आपूर्ति विभाग',
  'The Registrar of births and deaths, where the birth took place': 'जन्म-मृत्यु रजिस्ट्रार, उस जगह का जहाँ जन्म हुआ',
  'The school board': 'स्कूल का बोर्ड',
  'Any photo shop': 'कोई भी फ़ोटो की दुकान',
  'Tehsildar or SDM, or the e-District site of your State': 'तहसीलदार या एसडीएम, या आपके राज्य की ई-डिस्ट्रिक्ट साइट',
  'Your family has it': 'यह आपके परिवार के पास है',
  'The medical board at the district hospital, applied for on swavlambancard.gov.in':
    'ज़िला अस्पताल का मेडिकल बोर्ड; आवेदन swavlambancard.gov.in पर',
  'Gram Panchayat': 'ग्राम पंचायत',
  'Your electricity company; a recent one, as a rule of the last two or three months':
    'आपकी बिजली कंपनी; हाल का बिल, आम तौर पर पिछले दो-तीन महीने का',
  'The company that supplies you': 'वह कंपनी जिससे पानी या गैस आती है',
  'You and the owner; registered with the Sub-Registrar': 'आप और मकान मालिक; उप-पंजीयक के यहाँ रजिस्ट्री कराके',
  'The owner of the house or shop': 'मकान या दुकान का मालिक',
  'Municipality or Gram Panchayat': 'नगर निगम, नगर पालिका या ग्राम पंचायत',
  'The Sub-Registrar where the property lies': 'उस जगह का उप-पंजीयक जहाँ मकान या ज़मीन है',
  "The State's land records office; most States have it online":
    'राज्य का भू-अभिलेख कार्यालय; ज़्यादातर राज्यों में यह ऑनलाइन मिलता है',
  'Municipality or development authority': 'नगर निगम, नगर पालिका या विकास प्राधिकरण',
  'Your bank or post office': 'आपका बैंक या डाकघर',
  'Your own cheque book: write "cancelled" across one leaf, and do not sign it':
    'आपकी अपनी चेकबुक: एक चेक पर तिरछा "cancelled" लिखें, दस्तखत न करें',
  'Your bank, or its app': 'आपका बैंक, या उसका ऐप',
  'The bank or office hands it out; you sign it': 'बैंक या दफ़्तर देता है; आप दस्तखत करते हैं',
  'Your employer': 'जहाँ आप नौकरी करते हैं',
  'Your employer, once a year': 'जहाँ आप नौकरी करते हैं, साल में एक बार',
  'You file them on incometax.gov.in and print the receipt': 'आप incometax.gov.in पर भरते हैं और रसीद छापते हैं',
  'Your gas agency': 'आपकी गैस एजेंसी',
  'The agency hands it out; you sign it': 'एजेंसी देती है; आप दस्तखत करते हैं',
  'The hospital where the child was born': 'वह अस्पताल जहाँ बच्चे का जन्म हुआ',
  'The health centre or ASHA worker': 'स्वास्थ्य केंद्र या आशा कार्यकर्ता',
  'District Registrar up to one year after the event; a magistrate after that':
    'एक साल तक ज़िला रजिस्ट्रार; उसके बाद मजिस्ट्रेट',
  'The last school': 'पिछला स्कूल',
  'School, board or university': 'स्कूल, बोर्ड या विश्वविद्यालय',
  'Your school or college': 'आपका स्कूल या कॉलेज',
  'The marriage registrar or SDM where one of you lives, or where the wedding was':
    'विवाह पंजीयक या एसडीएम, जहाँ आप दोनों में से कोई रहता है या जहाँ शादी हुई',
  'You have them at home': 'ये आपके घर पर हैं',
  'The witnesses bring them': 'गवाह साथ लाते हैं',
  'The court, or the Registrar of births and deaths': 'अदालत, या जन्म-मृत्यु रजिस्ट्रार',
  'The Registrar of births and deaths, where the death took place': 'जन्म-मृत्यु रजिस्ट्रार, उस जगह का जहाँ मृत्यु हुई',
  'The hospital or the doctor who was there': 'अस्पताल, या वह डॉक्टर जो वहाँ था',
  'The family has it': 'यह परिवार के पास है',
  'The family, the lawyer or the Sub-Registrar who keeps it': 'परिवार, वकील या उप-पंजीयक, जिसके पास वह रखी है',
  'Tehsildar or District Magistrate; a court in some States': 'तहसीलदार या ज़िला मजिस्ट्रेट; कुछ राज्यों में अदालत',
  'The civil court of the district where the person lived (Indian Succession Act, 1925)':
    'उस ज़िले की दीवानी अदालत जहाँ वह व्यक्ति रहता था (भारतीय उत्तराधिकार अधिनियम, 1925)',
  'You write it on stamp paper and sign it before a notary or an Executive Magistrate':
    'आप स्टाम्प पेपर पर लिखते हैं और नोटरी या कार्यपालक मजिस्ट्रेट के सामने दस्तखत करते हैं',
  'The family writes it; in some States the village officer confirms it':
    'परिवार लिखता है; कुछ राज्यों में गाँव का अधिकारी उसकी पुष्टि करता है',
  "The police station, or your State police's site": 'थाना, या आपके राज्य की पुलिस की साइट',
  'EPFO, through your employer; it stands on the salary slip':
    'ईपीएफ़ओ, जहाँ आप नौकरी करते हैं उसके ज़रिए; यह वेतन पर्ची पर लिखा होता है',
  'The office that pays your pension': 'वह दफ़्तर जो आपकी पेंशन देता है',
  'Made on the phone with your face, at a bank, post office or service centre, each November':
    'फ़ोन पर चेहरे से, बैंक, डाकघर या सेवा केंद्र पर बनता है, हर नवंबर में',
  'Ministry of Labour, on eshram.gov.in or at a Common Service Centre':
    'श्रम मंत्रालय, eshram.gov.in पर या जन सेवा केंद्र (CSC) पर',
  'National Health Authority, on beneficiary.nha.gov.in or at a listed hospital':
    'राष्ट्रीय स्वास्थ्य प्राधिकरण, beneficiary.nha.gov.in पर या सूची के किसी अस्पताल में',
  'Your doctor or hospital': 'आपका डॉक्टर या अस्पताल',
  'A registered doctor': 'रजिस्टर्ड डॉक्टर',
  'Regional Transport Office (RTO), on parivahan.gov.in': 'क्षेत्रीय परिवहन कार्यालय (आरटीओ), parivahan.gov.in पर',
  'An insurance company': 'बीमा कंपनी',
  'A testing station': 'प्रदूषण जाँच केंद्र',
  'parivahan.gov.in; seller and buyer sign': 'parivahan.gov.in; बेचने और खरीदने वाले दस्तखत करते हैं',
  'The dealer': 'गाड़ी का डीलर',
  'Passport Seva for use abroad; your State police for use in India':
    'विदेश के लिए पासपोर्ट सेवा; भारत में काम के लिए आपके राज्य की पुलिस',
  'Ministry of MSME, on udyamregistration.gov.in': 'सूक्ष्म, लघु और मध्यम उद्यम मंत्रालय, udyamregistration.gov.in पर',
  'gst.gov.in': 'gst.gov.in',
  'Labour department or municipality of your State': 'आपके राज्य का श्रम विभाग या नगर निगम',
  'You: an electricity bill or a property tax receipt of the shop': 'आप: दुकान का बिजली बिल या संपत्ति कर की रसीद',
  'You, the Registrar of Firms or the Registrar of Companies': 'आप, फ़र्म रजिस्ट्रार या कंपनी रजिस्ट्रार',
  'The seller or builder': 'बेचने वाला या बिल्डर',
  'The municipality (Town Vending Committee)': 'नगर निगम या नगर पालिका (नगर विक्रय समिति)',

  'passportindia.gov.in or the mPassport Seva app, then the Passport Seva Kendra':
    'passportindia.gov.in या एमपासपोर्ट सेवा ऐप, फिर पासपोर्ट सेवा केंद्र',
  'Protean, UTIITSL or the income tax site': 'प्रोटीन, UTIITSL या आयकर विभाग की साइट',
  'An Aadhaar enrolment centre': 'आधार नामांकन केंद्र',
  'An Aadhaar centre; the address also on myaadhaar.uidai.gov.in': 'आधार केंद्र; पता myaadhaar.uidai.gov.in पर भी बदलता है',
  'voters.eci.gov.in, the ECINET app, or the booth level officer':
    'voters.eci.gov.in, ECINET ऐप, या बूथ लेवल अधिकारी (BLO)',
  "Your State's food department: its site, a service centre, or the supply office":
    'आपके राज्य का खाद्य विभाग: उसकी साइट, सेवा केंद्र या आपूर्ति कार्यालय',
  'swavlambancard.gov.in, then the medical board at the district hospital':
    'swavlambancard.gov.in, फिर ज़िला अस्पताल का मेडिकल बोर्ड',
  'A shop of the company, where the seller takes your photo': 'कंपनी की दुकान, जहाँ दुकानदार आपकी फ़ोटो लेता है',
  'passportindia.gov.in, then the Passport Seva Kendra': 'passportindia.gov.in, फिर पासपोर्ट सेवा केंद्र',
  'The Registrar of births and deaths: municipality, Gram Panchayat or the hospital itself':
    'जन्म-मृत्यु रजिस्ट्रार: नगर निगम, ग्राम पंचायत या खुद अस्पताल',
  'The marriage registrar or SDM where one of you lives': 'विवाह पंजीयक या एसडीएम, जहाँ आप दोनों में से कोई रहता है',
  'The school': 'स्कूल',
  "Your State's RTE site, in its weeks": 'आपके राज्य की आरटीई साइट, जिन हफ़्तों में वह खुली हो',
  'The college or the counselling site': 'कॉलेज या काउंसलिंग की साइट',
  'scholarships.gov.in or the State’s scholarship site': 'scholarships.gov.in या राज्य की छात्रवृत्ति साइट',
  'Tehsildar, or the e-District site of your State': 'तहसीलदार, या आपके राज्य की ई-डिस्ट्रिक्ट साइट',
  'The bank first; the civil court of the district for the certificate': 'पहले बैंक; प्रमाण पत्र के लिए ज़िले की दीवानी अदालत',
  'Gram Panchayat, municipality or the State’s social welfare office':
    'ग्राम पंचायत, नगर निगम या राज्य का समाज कल्याण कार्यालय',
  'Tehsil, service centre or the e-District site of your State': 'तहसील, सेवा केंद्र या आपके राज्य की ई-डिस्ट्रिक्ट साइट',
  'The office that gave the paper': 'वह दफ़्तर जिसने कागज़ दिया था',
  'The Jeevan Pramaan app, your bank, a post office or a service centre': 'जीवन प्रमाण ऐप, आपका बैंक, डाकघर या सेवा केंद्र',
  "The scheme's site, a service centre or the Gram Panchayat": 'योजना की साइट, सेवा केंद्र या ग्राम पंचायत',
  'beneficiary.nha.gov.in, the Ayushman app or a listed hospital':
    'beneficiary.nha.gov.in, आयुष्मान ऐप या सूची का कोई अस्पताल',
  'Any bank or post office': 'कोई भी बैंक या डाकघर',
  'A bank or a lender registered with the Reserve Bank: never an app that asks for money first':
    'बैंक, या रिज़र्व बैंक में पंजीकृत कंपनी: ऐसा ऐप कभी नहीं जो पहले पैसे माँगे',
  'A bank or housing finance company': 'बैंक या आवास ऋण कंपनी',
  'A bank; applications also on vidyalakshmi.co.in': 'बैंक; आवेदन vidyalakshmi.co.in पर भी',
  'incometax.gov.in': 'incometax.gov.in',
  'The member site of EPFO or the UMANG app': 'ईपीएफ़ओ की सदस्य साइट या उमंग ऐप',
  'eshram.gov.in or a Common Service Centre; from 16 to 59 years': 'eshram.gov.in या जन सेवा केंद्र (CSC); 16 से 59 साल तक',
  "Labour department or municipality: your State's site": 'श्रम विभाग या नगर निगम: आपके राज्य की साइट',
  'udyamregistration.gov.in: only there, and free': 'udyamregistration.gov.in: सिर्फ़ वहीं, और मुफ़्त',
  'pmsvanidhi.mohua.gov.in, a bank or the municipality': 'pmsvanidhi.mohua.gov.in, बैंक या नगर निगम',
  'The employer: never pay a deposit for a job': 'जहाँ नौकरी मिली है: नौकरी के लिए कभी पैसे जमा न करें',
  'A bank': 'बैंक',
  'A gas agency or the site of the company': 'गैस एजेंसी या कंपनी की साइट',
  'pmuy.gov.in or a gas agency': 'pmuy.gov.in या गैस एजेंसी',
  'Your electricity company, online or at its office': 'आपकी बिजली कंपनी, ऑनलाइन या उसके दफ़्तर में',
  'Municipality, Jal Board or Gram Panchayat': 'नगर निगम, जल बोर्ड या ग्राम पंचायत',
  'The Sub-Registrar, or the State’s registration site': 'उप-पंजीयक, या राज्य की पंजीयन साइट',
  'Tehsil for land, the municipality for a house': 'ज़मीन के लिए तहसील, मकान के लिए नगर निगम',
  'sarathi.parivahan.gov.in': 'sarathi.parivahan.gov.in',
  'sarathi.parivahan.gov.in, then the test at the RTO': 'sarathi.parivahan.gov.in, फिर आरटीओ में टेस्ट',
  'As a rule the dealer does it on parivahan.gov.in': 'आम तौर पर डीलर parivahan.gov.in पर कर देता है',
  'parivahan.gov.in and the RTO': 'parivahan.gov.in और आरटीओ',
  'sarathi.parivahan.gov.in or the RTO': 'sarathi.parivahan.gov.in या आरटीओ',
};
