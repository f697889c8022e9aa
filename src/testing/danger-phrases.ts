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
    mera jine ka man nai hai, sab khatam kar dena chahta hu apni zindagi, i dont wanna live any more
    no reason to live, zeher kha lu kya, fansi laga lunga karz se tang, ज़हर खा लूँगा, हाथ की नस काट ली
    feeling like ending it all, karz ke karan marna chahta hu, loan app wale dhamki de rahe mar jau kya
    मर जाऊं क्या, better off dead, hang myself, mera dost suicide karne ki bol raha
    keede ki dawa pi li, keetnashak pi liya, neend ki goli kha li, zinda nahi rehna, जिंदा नहीं रहना
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
    mera admi daru pike hath uthata hai, husbend hitting me every nite where to go
    पति रोज दारू पीकर हाथ उठाता है, saas sasur dahej mang rahe aur marpit karte, dewar ne zabardasti ki
    padosi ne ched chad ki ladki ke sath, mere sath galat kaam hua, ससुराल वाले जलाने की धमकी दे रहे
    he locked me in the room and took my phone husband, wife ko jaan se marne ki dhamki, acid attack help
    mere bhai ne mujhe bahut mara, aurat ko peet raha hai padosi
    mujhe ghar me band kar diya, बहू को जला दिया
  `),
  child: phrases(`
    lost child at railway station, child labour, bachcha akela mila, बच्चा खो गया, mulga haravla, मुलगी हरवली
    bachha hariye geche, বাচ্চা হারিয়ে গেছে, balak khovai gayu, બાળક ખોવાઈ ગયું, bacha gum gaya
    ਬੱਚਾ ਗੁੰਮ ਹੋ ਗਿਆ, kuzhandhai kanavillai, குழந்தை காணவில்லை, kulanthai kanom, pilla tappipoyindi
    పిల్లవాడు తప్పిపోయాడు, magu kaneyagide, ಮಗು ಕಾಣೆಯಾಗಿದೆ, kuttiye kananilla, കുട്ടിയെ കാണാനില്ല, child missing
    bal majduri karwa rahe, found a child alone, बच्ची अकेली रो रही है, bachchi kho gyi, मूल हरवले, mul haravle
    meye nikhoj, শিশু নিখোঁজ, chhokro gum thayo, બાળક ગુમ, ਬੱਚਾ ਲਾਪਤਾ, siruvan kaanavillai, குழந்தை தொலைந்து
    బిడ్డ కనిపించడం లేదు, magu kaledu hogide, കുഞ്ഞ് കാണാതായി, child being beaten
    beta mela me kho gya, mera ladka kal se ghar nahi aaya, bachi 2 din se nai mil rahi
    my 8 yr old doughter is mising, platform pe chota bacha rota mila, dhaba par chota ladka kaam kar raha
    मेरी बेटी कल से गायब है, 14 साल की लड़की की शादी करा रहे, nabalig ki shadi rokni hai
    bacha bheekh mang raha hai, neighbor beats his small kid, school me teacher ne bache ko bahut pita
  `),
  fire: phrases(`
    mera ghar jal gaya, ghar me sab jal gaya, घर जल गया
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
    paisa kat gaya, account se 5000 kat gaye, pese kat gye acount se, kisi ne mere khate se rupaye nikal liye
    cyber thugi ki report kaha kare, qr code scan kiya aur paise chale gaye, otp bata diya ab kya kru
    link pe click kiya account khali ho gaya, मेरे साथ ऑनलाइन ठगी हो गई, एटीएम से किसी ने पैसे निकाल लिए
    बैंक से फोन आया ओटीपी ले लिया, someone emptyed my bank acount, i was duped of 2 lakh online
    telegram task me paisa fas gaya, trading app me paise doob gaye nikal nahi rahe
    fake police vidio call pe paise mang rhe, cbi wala bol ke ghar me kaid kiya, drugs wale parcel ka call aya
  `),
};

/** Everyday questions that share words or sounds with them. */
export const harmless = phrases(`
    fasal pili pad rahi hai, pet ke keede ki dawa, papa zinda nahi hai pension, jeevan praman zinda hone ka saboot
    bijli ka transformer jal gaya, ghar me bijli band hai, haath jal gaya
    pm kisan kyc link kaise khole, link par click kiya form nahi khul raha, maa baap ki seva ke liye chhutti
    beta bahu ka alag ration card kaise banaye
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
    suicide squad movie, suicide squad online dekhe, maar dala gana, market maar raha hai, bijli kat gaya
    light kat gayi 2 ghante se, pani ka connection kat gaya, naam kat gaya ration card se
    name kat gaya voter list se, tds kat gaya, train ka ticket kat gaya, challan kat gaya
    chalan cut gaya 500 rupaye, sim kat gaya, call kat gaya, dhan ki fasal kat gayi, ped kat gaya
    hath kat gaya machine se, baal kat gaye, salary se pf kat gaya, emi kat gayi, fastag se paise kat gaye
    toll par paise kat gaye, minimum balance ke paise kat gaye, sms charge kat gaya
    electricity bill paid money deducted twice, train cancel paise kat gaye refund
    ticket book nahi hua paise kat gaye, recharge fail paise kat gaye, lic policy ka paisa kat gaya
    pmjjby 436 rupaye kat gaye, apy ke paise kat gaye, maar peet ki film, death note anime, kill bill movie
    kill dill, how to kill mosquitoes, chuhe marne ki dawa, machhar marne ki dawa, dying my hair
    die cutting machine, child lock on tv, child seat rule in car, lost my documents, beta ka school admission
    bachcha ka passport, bacche ki fees, akela rahne wale bujurg, police constable bharti, police bharti result
    mp police video, video call app download, digital india portal, customs duty calculator, arrest memo format
    hit and trial, home alone movie, lost in space, gaali dena kanoon, beat the clock game, pitai machine
    maa ka dudh bachche ke liye, mar gaya pashu bima, gaay mar gayi muavza, kutta mar gaya
    pita mar gaye pension, husband expired pension, mrityu ke baad paisa, mobile kho gaya, khata band ho gaya
    account freeze ho gaya, upi limit, paise kaise nikale pf, atm se paise kaise nikale
    kist nahi aayi paisa kahan gaya, ghar se nikalna, naukri se nikal diya, company se nikala
    mujhe job se nikaal diya, jaan aushadhi kendra, want to live in delhi rent, living alone senior
    nasha chhudana, zeher wala khana fssai, zehrila pani, fansi ki saza, rassi kudna, nas band operation
    nasbandi yojana, hath ki nas, pairo ki nas dard, kaid hone par vakil, ladki ki shadi ke liye paise
    beti ki shadi yojana up, boss touching me in ofice, office me boss gandi baat karta hai
    1930 par complaint kaise kare, bijli kat jayegi aaj raat msg, galat number pe phonepe kar diya
    gpay wrong persn money sent, loan wale fon karke gali dete hai, photo edit karke viral karne ki dhamki loan
    adhar me adress chenj kaise hoga, aadhar me ghar ka pata galat hai, pan kho gya nya kaise mile
    pan adhar se judna hai, janam patri nahi janam praman nahi bana 5 sal ka bacha
    birth certificat not made 3 years old, पासपोर्ट पहली बार कैसे बनवाए, new pasport fees kitni
    voter list me naam nahi h, वोट का कार्ड बनवाना है, rasan card dusre state me chalega
    ration dealer anaj kam deta hai, lerner licence test me fail, challan galat aaya kaise hataye
    fastag se zyada paise kat gaye, tol par do bar paisa kata, train cancel hui refund nai aaya
    flite late ho gai hotel milega, online se phone mangaya patthar nikla, dukandar return nahi le raha
    biscuit me keeda nikla, health insurence claim reject ho gya, pf ka paisa kaise nikalu
    kampni ne pf jama nahi kiya, gratuty kitne saal bad milti, tds kat gaya salary se wapas
    salary pe tax lagega 11 lakh, itr 1 bharu ya itr 4, makan malik deposit nahi de raha
    vakil ke paise nahi hai, rti kaise dale, pita ki mrityu bank me paisa, purana bank khata bhul gaye
    budhape ki pensan, vidhwa ko kitne rupay milte, apang pensan form, 70 saal ke dada ka ilaz muft
    garbhvati mahila ko 5000, delivery ke baad paise kab milte, beti ke liye bachat khata
    ladli behna ki kist kab, kisan yojna ki kisht ruk gai, barish se fasal kharab, mitti ki janch
    thela lagane ke liye lon, silai masin wali yojna, chat par solar lagwana, gas conection free me
    gaon me ghar banane ka paisa, sochalay ke 12000, sasti dawa ki dukan, majdur card kaise bane
    kalej ki padhai ke liye lon, obc scholarship class 9, nakli joining letter aaya paise mang rahe
    dth ka bill jyada, purani batri kaha de
`);
