/** Concepts in Hindi, in Latin letters; what English shares with it stands in `en.ts`. */
export const hiLatn = `
code: otp, pin, piche ka, peeche ka, piche wale, peeche likhe, 3 number, 3 ank, 4 ank, 6 ank, chhe ank, chah ank, chaar ank, 9 number, 6 number, 4 number, chhe number, chhe digit, 6 digit ka code, 4 digit ka code, aaye hue number, jo number aaya
give: bata+, bata do, bata de, bata dijiye, batana, bol+, bol do, bol dijiye, bhej+, bhej do, bhej de, bhej dijiye, de do, dedo, de dijiye, dijiye, dijie, dal+, daal+, dal do, dal dijiye, share kar+, padh+, padhkar, sunao, sunaiye, likh+, likho, forward kar+, dikha+, enter kar+, send kar+, batakar, confirm kar+, bhej na, bata na, de na, bol na, bhej do na, bata do na, de do na, bol do na, kar do na
ask: puch*, pooch*, mang*, maang*
pay: jama kar+, jama kara+, jama karwa+, bhugtan kar+, payment kar+, pay kar+, transfer kar+, paise bhej+, paisa bhej+, rupaye bhej+, bhej+, bhej do, bhej de, bhej dijiye, dal+, dal do, daal do, dalwa+, bhar+, bharna hoga, lagenge, lagega, dene honge, dena hoga, dena padega, chuka+, recharge kar+, recharge kara+, kharid+, upi kar+, upi karo, phonepe kar+, gpay kar+, paytm kar+, deposit kar+, laga+, udhar de, invest kar+, send kar+, jama karne, payment karna, bhej na, bhej do na, dal do na, daal do na, de do na, lagao, lagaye, kar dijiye payment, advance karo
money: paise, paisa, paisey, rakam, raqam, rashi, rupaye, rupay, rupees, payment, balance, bakaya
fee: shulk, fees, charge, registration, processing, file charge, security, jurmana, tax, token, advance, bayana, duty, deposit, kiraya advance, verification fee*, court fees, visa fees, agent fees, insurance ka, gst
qr: qr, scan kar+, scanner
remote: screen share, anydesk
install: install kar+, install, instal kar+, unknown app, unknown source, allow kar+
download: download kar+, download, file khol+, dalo app, daliye app
app: app, file, software, play store, apk
click: click kar+, click, link, khol+, link par, link pe, dabao, dabaiye, login kar+
identity: aadhar, aadhaar, adhaar, pan, kyc, khata number, khata sankhya, khate ki jankari, bank detail*, bank ki detail*, bank khata, card number, 16 number, passbook, janm tithi, selfie
details: documents, kagaz, kagzat, detail*, form, photo, pata, address
update: update kar+, update karwa+, update, bhar+, bhej+, jod+, jodne, darj kar+, upload kar+, bata+, link kar+, poora kar+, pura kar+, verify kar+, verify, complete kar+, dijiye, de do, dal+, jama kar+, submit kar+, sudhar+
cut: band, bandh, block, kat jayega, kat jayegi, kat di, kat diya, kaat di, kaat diya, kata jayega, kat, ruk jayegi, ruk jayega, rok, rok di, suspend, radd, cancel, freeze, zabt, disconnect, hold, blacklist, deactivate
lapse: expire, lapse, khatam
will: ho jayega, ho jayegi, ho jaega, ho jaegi, ho jaayega, ho jaayegi, ho jayenge, kar diya jayega, kar di jayegi, diya jayega, di jayegi, diya jaega, hone wala, hone wali, hone ja raha, ho raha hai, ho rahi hai, ho gaya hai, ho gayi hai, ho gaya, ho chuka, kar denge, jayega, jayegi, hoga, hogi
service: khata, khate, account, card, atm, sim, connection, bijli, meter, gas, number, mobile, phone, seva, pension, subsidy, policy, licence, license, gadi, gaadi, fastag, ration, wallet, pani, kyc
soon: aaj, aaj hi, aaj raat, aaj rat, abhi, turant, turent, tatkal, fauran, jaldi, jald, antim, aakhri, akhri, aakhiri, kal subah, shaam tak, sham tak, raat tak, do ghante, ek ghante, aadhe ghante, emergency
few: sirf aaj, kewal aaj, limited seat*, limited time, pehle 100, pehle 50, seat kam, thodi seat*, jaldi kare, jaldi karo, jaldi kijiye, last chance, last date
else: nahi to, nahi toh, nahin to, nhi to, warna, varna, anyatha, na karne par, nahi karne par, chalu rakhne, bachne ke liye, jab tak, bhara to, bhare to, chukaya to, diya to, kiya to
arrest: giraftar*, girftar*, girafta*, arrest, warrant, fir, jail, mukadma, muqadma, case, case darj, kanuni karwai, kanooni karwai, karwai, karyawahi, legal notice, hawala, drugs, nashe, hirasat, police ghar, police aayegi, police aa rahi, saza, saja, defaulter, money laundering
digital-arrest: digital arrest, digital giraftar*
you: aap, aapka, aapke, aapki, aapko, aapne, apka, apke, apki, apko, apne, ap
shame: viral, ashlil, badnam*, nude, aapka video, aapki photo, tumhari photo, tumhara video, sabko bhej*, sab contacts, rishtedaro, contacts ko, gandi photo, edit karke, edit ki hui, contact list, sabko dikha, nangi photo
harm: accident, aspatal, hospital, operation, emergency, bharti hai, admit hai, admit he, icu, kidnap, musibat, mushkil me, hamare paas hai, hamare kabje, thane me, thane mein, khatre me, zamanat, jamanat, jaan khatre, hosh me nahi, chot lagi, khoon, injection
parcel: parcel, package, courier, delivery, saman, samaan
held: wapas bhej*, wapas chala, vapas bhej*, ruka, roka gaya, rok liya, adhura pata, pata adhura, galat pata, address galat, address adhura, customs, pakda gaya, nahi pahunch*
deposit-asked: jaanch ke liye, janch ke liye, verification ke liye, satyapan ke liye, surakshit khate, sarkari khate, rbi ke account, rbi ke khate
prize: inaam, inam, lottery, lucky draw, lucky, winner, jeet, jeete, jeeta, jiti, jeet gaye, lag gayi, kbc, jackpot, reward point*, chuna gaya
congratulations: badhai, badhaai, mubarak, aapka chayan, aapka selection, selection ho gaya, select ho gaye, selected
free: muft, free, gift, uphar, tohfa, cashback, bonus, nishulk
job: naukri, nokri, job, part time, bharti, ghar baithe, ghar se kaam, ghar bethe, joining, selection, data entry, typing, packing, task, vetan, salary, videsh me, dubai me, canada me, visa
earn: kama*, kamai, kamaye, aamdani, income, commission, munafa, paise kama*
daily: roz, roj, rozana, pratidin, har din, har mahine, mahina, har like, har task, har, ghar baithe, din ke, din ka, per day
like: like, subscribe, review, rating, video dekh*, task, typing
profit: munafa, labh, return, dugna, double, doguna, tiguna, wapas pao, wapas milega, niklega, milega, nikalega, ipo, trading, tips, report, fix report, jodoge, jodogi, level income
sure: guarantee, pakka, pakki, 100, bina risk, hafte me, har mahine, nikl*, pao, paoge
group: group, professor
invest: nivesh, invest, paisa laga+, paise laga+, trading, share bazar, crypto, dalo, lagao, lagaye, laga ke, lagakar, usdt, id banao, id bana lo, satta, betting
loan: loan, karz, karj, rin, mudra
easy: bina exam, bina pariksha, bina interview, bina document*, bina kagaz, bina guarantee, bina cibil, bina byaj, turant, seedhe, sidhe, seedhi bharti, kam byaj, sirf aadhar, minuto me, aasan, chhoot, bina anubhav
raise: limit badh*, limit, badha di, badhayi, badhane, upgrade
paper: paper leak, leak paper, original paper, asli paper, paper chahiye, exam se pehle, answer key, ka paper
refund: refund, subsidy, subsidi, bakaya rashi, policy ka bonus, maturity, scholarship, ruki hui, arrear, muavza, muaavza, kist, paisa wapas milega, withdrawal
due: manjoor, manzoor, approve, ruki, ruka, atka, atki, pending, pane ke liye, lene ke liye, claim, jari, phasa, fasa, fansa, accept
department: refund vibhag, refund team, refund department
mistake: galti se, galati se, galti, bhul se, bhool se, galat number, galat khate, galat account, by mistake
sent: bhej diya, bhej diye, bheje, bheja, chale gaye, chala gaya, aa gaye, aa gaya, aaya, jama hue, jama ho gaye, transfer ho gaye, transfer ho gaya, transfer kar diye, transfer kar diya, aapke khate, aapke account, aapke number, aapke paas, aapke phone, apke account, apke number, apke phone
back: wapas kar+, wapas bhej+, wapis kar+, vapas kar+, lauta+, lota do, wapas de+, wapas dal+, wapas kar do, wapas kar dijiye, wapis bhej+, wapas, return kar+, return kar do
mine: mera number, yeh number save, ye number save, number save kar+, naya number, mera naya number, is number ko save
new-number: naya number, new number, number change, number badal*, phone kho*, phone toot*, phone kharab, dost ke phone, dost ke number, kisi aur ke phone, dusre number, mobile kho*, phone gir*, phone chori, phone tut*, naye number, nae number
kin: mummy, mumma, maa, papa, beta, beti, bhai, bhaiya, didi, behen, chacha, mama, mausi, dost, yaar, dadi, pati, patni, uncle, chachu
call: call, phone, sampark, contact, whatsapp, baat, call kar+, msg, message
helpdesk: customer care, grahak seva, helpline, manager, adhikari, karmchari, karyalay, vibhag, agent, office, officer, afsar, lineman, support, team, sahab, saheb
bank: bank, sbi, hdfc, icici, rbi, bank manager
company: paytm, phonepe, gpay, amazon, flipkart, jio, airtel, lic, bima company, company, indane, olx, youtube
office: bijli vibhag, bijli office, bijli board, bijli, vidyut, aaykar, dak, dakghar, sarkar, sarkari, pradhan mantri, pradhanmantri, mukhyamantri, mukhya mantri, yojana, nigam, pension, mantralay, gas agency, parivahan, challan, vibhag, court, trai, doorsanchar
police: police, cbi, ed, thana, thane, daroga, inspector, sipahi, fauji, army, sena, vakil, crime branch, cyber cell, cyber crime, judge, major, subedar
employer: hr
anyone: kisi ko, kisi se, kisi
people: ghar me, ghar mein, ghar par, ghar walo, gharwalo, parivar, police ko, police, bank, vakil, vakil ko, biwi, patni, pati, mummy papa, mummy ko, papa ko, dosto
secret: gupt, gopniya, secret, confidential, raaz, chupchap
stay: darwaza band kar+, darwaja band kar+, camera on, camera chalu, line par bane, line pe bane, line pe raho, call pe raho, call par bane, call pe rahiye, kamre me akele, akele kamre, akele raho, akele rahiye, kamra band, video chalu, video on, call chalu, hotel me, kamre se bahar
hang-up: phone kat*, phone kaat*, call kat*, call kaat*, phone band, call band, phone rakh*, kaatna, katna, katiye, kaatiye, kato, kaato, cut kar+, disconnect
if-tell: ko bataya, ko batai, ko bola, se kaha, me bataya, ke paas gaye, police me gaye, complaint ki to, bataya to, batai to, bola to
done: gaya, gaye, gayi, gai, hue, hui, hua, chuka, chuke, chuki, diya, diye, di, liya, li
na: na, mat, nahi, nahin, nai, nhi, kabhi nahi, bina
advice: satark, kuch nahi hota, zaroorat nahi, zarurat nahi, jarurat nahi, kabhi nahi, shikayat kare, agar koi, koi bhi call, kaat dena, seedha kaat, ruko socho
warning: savdhan, saavdhan, farzi, farji, thagi, thag, dhokha, dhokhadhadi, fraud hai, scam hai, fake hai, jhanse, jhaanse, kehta hai, 1930
believe: vishwas, bharosa, click, khol+, install, download, jawab, yakin, uthana
speaking: bol raha hoon, bol raha hu, bol raha hun, bol raha hun, bol rahi hoon, bol rahi hu, bol rahi hun, bol rahe hain, bol rahe hai, baat kar raha, baat kar rahi, baat kar rahe, 9 dabaye, 9 dabaiye, 9 dabao, 1 dabaye, 1 dabaiye, 0 dabaye, 9 dabayen, button dabao, video call, call mat, phone mat, call na, line par, line pe, phone par bane, call par, call pe, ji sir
press: 9 dabaye, 9 dabaiye, 9 dabao, 1 dabaye, 1 dabaiye, 0 dabaye, 9 dabayen, button dabao, button dabaye
bonus: bonus
not-you: aapne nahi kiya, aap nahi the, aapne nahin kiya
none: open na ho, na khule, na khul raha, na mile to
forwarding: star 21, star 2 1, star 401, star 62, call forward
account-lent: khata chahiye, account chahiye, account rent, khata kiraye, atm sim, atm aur sim, atm card aur sim, gaming ka paisa, fund ghumana, paisa ghumana
merge: merge, conference
`;
