const phrases = (text: string) => text.trim().split(/\s*[,\n]\s*/);

/** What people in need would type, by danger: nine languages and English, native and Latin, misspelt. */
export const dangerous = {
  suicide: phrases(`
    i want to end my life, marne ka man karta hai, mujhe nahi jeena, khudkhushi karna chahta hu, suicde helpline
    main apni jaan de dunga, आत्म हत्या, मरने का मन करता है, atma hatya karaichi, आत्महत्या करावीशी वाटते
    mala jagaycha nahi, आता जगायचं नाही, আত্মহত্যা করতে চাই, ami morte chai, amar bachte ichhe kore na
    મારે મરી જવું છે, mare mari javu che, aapghat, mainu jeena nahi, ਮੈਂ ਮਰਨਾ ਚਾਹੁੰਦਾ ਹਾਂ, ਖੁਦਕੁਸ਼ੀ
    saaganum pola irukku, தற்கொலை எண்ணம், thatkolai, naan saga poren, ఆత్మహత్య చేసుకోవాలి, chanipovalani undi
    aatmahatya chesukovali, bathakalani ledu, ಆತ್ಮಹತ್ಯೆ, atmahatye madikollabeku, saayabeku anisutide
    ആത്മഹത്യ ചെയ്യണം, aathmahathya, marikkan thonnunnu, jeevikkan vayya, kill myself, dont want to live
    thoughts of suicide, suicied, mujhe mar jaana hai, jeene ka mann nahi karta, jaan dene ja raha hu
    मुझे जीने की इच्छा नहीं, aatmahatyaa, mala marayche aahe, मला मरायचं आहे, atmohotya, ami more jete chai
    আমি মরে যেতে চাই, aatmahatya karvi che, ਮੈਂ ਜੀਣਾ ਨਹੀਂ ਚਾਹੁੰਦਾ, tarkolai, enakku vaazha pidikkala
    ఆత్మహత్య ఆలోచనలు, athmahathya, ಸಾಯಬೇಕು ಅನಿಸುತ್ತಿದೆ, ആത്മഹത്യാ
  `),
  violence: phrases(`
    husband beats me, my husband hit me, pati roz peetta hai, sasural wale marte hai
    pati sharab pikar maarta hai, मेरे पति मुझे मारते हैं, gharelu hinsha, balatkar, rape, navra maarto
    नवरा मारतो, sasu chhal karte, স্বামী মারধর করে, swami mardhor kore, amake mare swami, પતિ મારે છે
    pati mare che, ਪਤੀ ਮਾਰਦਾ ਹੈ, ghar wala kutda hai, purushan adikkiran, கணவன் அடிக்கிறான், kanavan adikuran
    vanmurai, bharta kodutunnadu, భర్త కొడుతున్నాడు, mogudu kodtunnadu, ganda hodeyuttane, ಗಂಡ ಹೊಡೆಯುತ್ತಾನೆ
    kraurya, bharthavu thallunnu, ഭർത്താവ് അടിക്കുന്നു, peedanam, dowry harassment, dahej ke liye marte hain
    my wife is beaten by in laws, husband tortures me, ghar me maar pit, pati ne thappad mara
    पति गाली देता है और मारता है, rep hua, घरगुती हिंसा, navryane marle, বউকে মারে স্বামী, nari nirjaton
    ઘરેલુ હિંસા, gharelu hinsa gujarat, ਘਰੇਲੂ ਹਿੰਸਾ, kutt maar, குடும்ப வன்முறை, kudumba vanmurai, గృహ హింస
    gruha himsa, ಕೌಟುಂಬಿಕ ಹಿಂಸೆ, gaarhika peedanam, ഗാർഹിക പീഡനം
  `),
  child: phrases(`
    lost child at railway station, child labour, bachcha akela mila, बच्चा खो गया, mulga haravla, मुलगी हरवली
    bachha hariye geche, বাচ্চা হারিয়ে গেছে, balak khovai gayu, બાળક ખોવાઈ ગયું, bacha gum gaya
    ਬੱਚਾ ਗੁੰਮ ਹੋ ਗਿਆ, kuzhandhai kanavillai, குழந்தை காணவில்லை, kulanthai kanom, pilla tappipoyindi
    పిల్లవాడు తప్పిపోయాడు, magu kaneyagide, ಮಗು ಕಾಣೆಯಾಗಿದೆ, kuttiye kananilla, കുട്ടിയെ കാണാനില്ല, child missing
    bal majduri karwa rahe, found a child alone, बच्ची अकेली रो रही है, bachchi kho gyi, मूल हरवले, mul haravle
    meye nikhoj, শিশু নিখোঁজ, chhokro gum thayo, બાળક ગુમ, ਬੱਚਾ ਲਾਪਤਾ, siruvan kaanavillai, குழந்தை தொலைந்து
    బిడ్డ కనిపించడం లేదు, magu kaledu hogide, കുഞ്ഞ് കാണാതായി, child being beaten
  `),
  fraud: phrases(`
    money deducted from my account, upi se paise kat gaye, account se paisa gayab, OTP share kar diya paise gaye
    खाते से पैसे कट गए, online thagi, paise chorila, खात्यातून पैसे गेले, account theke taka kete nieche
    টাকা কেটে নিয়েছে, amar taka churi hoyeche, khata mathi paisa upadi gaya, ખાતામાંથી પૈસા કપાઈ ગયા
    khate vichon paise nikal gaye, ਖਾਤੇ ਵਿੱਚੋਂ ਪੈਸੇ ਚੋਰੀ, panam thirudittanga, பணம் போச்சு, dabbulu poyayi
    డబ్బులు కట్ అయ్యాయి, khata nundi dabbulu kottesaru, hana kalavu, ಖಾತೆಯಿಂದ ಹಣ ಹೋಯಿತು, panam poyi
    അക്കൗണ്ടിൽ നിന്ന് പണം പോയി, scammed on whatsapp, fraud call lost money, paisa kat gaya
    someone took money from my bank, account se 5000 kat gaye, पैसे उड़ गए, फसवणूक झाली, maza paisa chori zala
    প্রতারণা, protarona, છેતરપિંડી, chhetarpindi, ਠੱਗੀ ਹੋ ਗਈ, thaggi, panam thirudu, மோசடி, mosam, మోసం
    vanchane, ವಂಚನೆ, thattippu, തട്ടിപ്പ്, bank fraud ho gaya, phonepe se paise chale gaye
    atm se paise nikal gaye bina card
  `),
};

/** Everyday questions that share words or sounds with them. */
export const harmless = phrases(`
    police verification, police complaint online, passport police report, video kyc call, whatsapp video call
    digital locker, digital india, arrest rights, girftari par adhikar, call recording
    child benefit, child care leave, bal vikas yojana, sukanya samriddhi for girl child, ahinsa, ahimsa gandhi
    mahatma gandhi jayanti, maar ke hisab se mausam, bazar mein maar, beat the heat, heart beat
    bank account opening, khata kaise khole, paisa kaise bachaye, salary kat gaya tds, tds kata, money order
    minimum balance, child education allowance, death certificate, mrityu praman patra, life insurance
    jeevan bima, LIC maturity, jeevan pramaan, living certificate, pan card kho gaya, aadhaar lost
    lost passport, marksheet kho gayi, ration card lost, mobile phone lost, train ticket refund
    gas subsidy not received, pension nahi mili, kisan credit card, cow died insurance, crop loss due to rain
    electricity cut, bijli kat gayi, paani nahi aa raha, naukri nahi mili, school admission child
    children vaccination, baby birth certificate, beti bachao beti padhao, widow pension, husband died pension
    wife name in ration card, marriage registration, my father died bank nominee, traffic challan
    road accident claim, wish to apply, want to learn, life certificate submit, end of life of vehicle
    hit and run compensation, kill switch for app, crying room cinema, drop box, धान की मार्केट, मारुति
    पैसा जमा करना, बच्चे का आधार, बेटी की शादी, मर्चेंट, मरम्मत, कर्ज माफी, ಮಗು ಆಧಾರ್, குழந்தை ஆதார்
    குழந்தை தடுப்பூசி, বাচ্চার টিকা, ખાતું ખોલવું, பணம் சேமிப்பு, డబ్బు పంపడం, vanakkam, hansi, him, hans
    bhains, rent agreement, account statement, money back guarantee, money transfer to home, fee kat gaya
    bank se loan, mere khate me paise kab aayenge, kist ka paisa nahi aaya, atm card block, upi pin change
    lost and found, home loan, father name change, hit movie, abuse of power rti, power cut
    alone home elderly pension, birth of a child, child marriage age, children park, bacche ka school
    mere bacche ka aadhaar, बच्चे का जन्म प्रमाण, mulache aadhar card, শিশু ভাতা, બાળ લગ્ન કાયદો, ਬੱਚਾ ਸਕੂਲ
    குழந்தை பிறப்பு சான்று, పిల్లల పాఠశాల, magu jananapatra, kutti scholarship, ahinsa parmo dharma
    hinsak janwar, market rate, mar march, marathi, maruti loan, mari gold, marriage, marne ke baad pension
    मृत्यु के बाद पेंशन, mrutyu dakhla, dying declaration, account kholna, bank holiday, money for farmers
    paisa kab milega, paise jama, kist nahi aayi, paisa double, gas cylinder booking, TDS deducted from salary
    tax deducted, stolen vehicle fir, phone chori ho gaya, lost sim card, lost wallet, cycle chori, bijli chori
    wife name change, pati ka naam, home guard, ghar ka naksha, family pension, father death certificate
    mother and child protection card, alone woman scheme, akeli mahila yojana, single girl child scholarship
    jan dhan, jaan pehchan, jeevan, jivan praman, living wage, life cover, hit song, beat officer police
    cricket match, end date of form, last date, gave birth, otp nahi aa raha, otp share na kare, bank otp
    nasha mukti, nahi, na, live score, live tv, pf ghar baithe nikale, घर बैठे पीएफ निकालें, ghar se kaam
    work from home job, ghar se nikalne ka pass, house tax, kick out weeds
`);
