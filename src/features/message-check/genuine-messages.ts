// Genuine messages as people in India get them, written anew after public formats of banks, codes, deliveries, offices
// and families, in English, Hindi and Hinglish. Each is filled in four ways; numbers that could be called are
// placeholders, and no link leads to anybody but the named office.

const fillings = [
  {
    bank: 'HDFC Bank',
    amount: '640.00',
    last: '2231',
    day: '12-11-26',
    name: 'Asha',
    shop: 'ANAND STORES',
    city: 'Pune',
  },
  {
    bank: 'SBI',
    amount: '12,500',
    last: '0947',
    day: '03-10-26',
    name: 'Imran',
    shop: 'SHARMA MEDICAL',
    city: 'Patna',
  },
  {
    bank: 'ICICI Bank',
    amount: '85.50',
    last: '7718',
    day: '21-11-26',
    name: 'Lakshmi',
    shop: 'BIG BAZAAR',
    city: 'Salem',
  },
  {
    bank: 'Canara Bank',
    amount: '2,310',
    last: '4460',
    day: '30-10-26',
    name: 'Gurpreet',
    shop: 'VERMA GENERAL STORE',
    city: 'Kochi',
  },
] as const;

const templates = `
Rs {amount} debited from A/c XX{last} on {day} to {shop}. Not you? Call 1800XXXXXXX. -{bank}
INR {amount} credited to your A/c XX{last} on {day} by NEFT from {shop}. Avl Bal INR 45,210.10 -{bank}
Dear Customer, your A/c XX{last} is credited with Rs {amount} on {day} towards salary. {bank}
{bank}: Your EMI of Rs {amount} for loan a/c XX{last} is due on {day}. Please keep sufficient balance in your account.
Your {bank} credit card statement for card ending {last} is ready. Total due Rs {amount}, minimum due Rs 450, due date {day}.
Thank you for your payment of Rs {amount} towards your {bank} credit card ending {last} on {day}.
Cheque no 004512 for Rs {amount} in A/c XX{last} has been cleared on {day}. {bank}
ATM withdrawal of Rs {amount} from A/c XX{last} at {city} on {day}. Available balance Rs 8,912.00. {bank}
UPI transaction of Rs {amount} to {shop} on {day} was successful. Ref {number}. {bank}
UPI payment of Rs {amount} to {shop} failed. Money debited, if any, is returned within 3 working days. {bank}
Your fixed deposit XX{last} with {bank} matures on {day}. Visit your branch or net banking to renew it.
Your request for a cheque book for A/c XX{last} has been accepted. It reaches you within 7 working days. {bank}
Interest of Rs {amount} has been credited to your savings account XX{last} on {day}. {bank}
482913 is the OTP for your transaction of Rs {amount} at {shop}. Valid for 5 minutes. Do not share it with anyone. {bank}
Your OTP to log in to net banking is 771204. {bank} never calls to ask for it.
601844 is your code to sign in. It expires in 10 minutes. If you did not ask for it, ignore this message.
Use 118203 to verify your mobile number with us. Never share this code.
G-442918 is your verification code.
Your Aadhaar OTP is 553201, valid for 10 minutes. UIDAI does not call to ask for it.
Dear {name}, OTP for your DigiLocker sign in is 920411. Do not share it with anybody.
Your parcel from {shop} is out for delivery and reaches you by 7 PM today.
Your order of 2 items has been shipped and arrives on {day}. Track it in the app.
Delivered: your package was handed to {name} at 4:12 PM. Thank you for shopping with us.
We could not deliver your parcel today as nobody was at home. Our next attempt is tomorrow between 10 AM and 1 PM.
Speed Post EX{last}IN booked at {city} on {day} has been despatched. Track at www.indiapost.gov.in
Your gas booking is confirmed. Ref {number}. Delivery within 3 days. Cash memo amount Rs {amount}.
Your LPG cylinder was delivered on {day}. Subsidy, if any, goes to your bank account.
Your electricity bill for October is Rs {amount}. Due date {day}. Pay at any counter or in the app.
Payment of Rs {amount} received for consumer no {last} on {day}. Thank you. Electricity Department
Planned power cut in {city} on {day} from 10 AM to 2 PM for maintenance work. We regret the inconvenience.
Water supply in {city} ward 12 will be low on {day} owing to pipe repair. Municipal Corporation
Your property tax for 2026-27 is Rs {amount}. A rebate of 5% is given till {day}. Municipal Corporation
PNR 2{last}001: train 12627 on {day}, coach B3, berth 21, chart prepared. Happy journey. IRCTC
Your train 12627 from {city} runs late by 45 minutes. IRCTC
Your FASTag was debited Rs {amount} at {city} toll plaza on {day}. Balance Rs 610.
Your vehicle insurance policy XX{last} is due for renewal on {day}. You can renew it with any insurer.
Your challan for vehicle XX{last} was paid on {day}. Receipt no {number}. Traffic Police {city}
Your passport application is under police verification. File no XX{last}. Passport Seva
Your appointment at the Passport Seva Kendra, {city} is on {day} at 10:15. Carry originals. See passportindia.gov.in
Your Form 6 has been accepted by the ERO. Reference S{last}. Election Commission of India
Your ITR for AY 2026-27 has been processed. Refund of Rs {amount} is issued to your validated bank account. Income Tax Department
Your PAN application XX{last} is received and under process. Track on the Income Tax site.
EPFO: contribution of Rs {amount} for October has been received in your account. Passbook is on the member site.
Your claim XX{last} has been settled and sent to your bank account on {day}. EPFO
PM-KISAN: instalment of Rs 2,000 has been transferred to your account on {day}.
Your ration for November has been issued: 20 kg rice, 5 kg wheat. Shop no {last}. Food Department
Pulse Polio: bring children under 5 to the booth at {city} on Sunday. Health Department
Heavy rain is likely in {city} on {day}. Stay indoors, keep away from trees and electric poles. IMD
Election day in {city} is {day}. Polling from 7 AM to 6 PM. Take your voter card or another photo paper.
Dear parent, the fee for the second term of {name} is due by {day}. Pay at the school counter. Principal
Parent teacher meeting on {day} at 9 AM. Please be present. Class teacher of {name}
School remains closed on {day} because of heavy rain. Principal
Your blood report is ready. Collect it from the counter between 8 AM and 8 PM. {city} Diagnostics
Reminder: your appointment with Dr {name} is on {day} at 5 PM. Please bring earlier reports.
Vaccination of {name} is due on {day}. Visit the health centre with the card. Asha worker
Your recharge of Rs {amount} was successful. Validity 28 days, 2 GB a day. Thank you for being with us
You have used 90% of your daily data. Speed goes down after the limit. Recharge in the app if you want more.
Your library books are due on {day}. Central Library {city}
Your booking at Hotel Sagar, {city} is confirmed for {day}. Check-in from 12 noon.
Cab is arriving in 4 minutes. Driver {name}, vehicle XX{last}. Tell the driver the trip code 4417 at the start of the ride.
Beware: a message says that your power will be cut tonight and gives a mobile number. It is a scam. Call 1930.
{bank} never asks for OTP, PIN or CVV. Do not share them with anyone. Report fraud at 1930.
RBI advisory: do not send money to strangers who promise double returns. It is a fraud. RBI Kehta Hai
Police {city}: no police officer arrests anybody on a video call. It is fake. Hang up and call 1930.
Reach home safe? Call me when you get time
Beta 500 bhej diye hain, fees jama kar dena
Kal 10 baje school me meeting hai, zaroor aaiye
Maa ki dawai le aana, parchi table par hai
Bhaiya gaadi service ke liye de di hai, shaam tak milegi
{name} didi, shaadi {day} ko hai, sab log aana. Card WhatsApp par bheja hai
Papa ka report normal hai, doctor ne agle mahine bulaya hai
Aaj sabzi mandi band hai, dukan se le lena
Mummy pahunch gayi hain, chinta mat karna
Happy birthday {name}! Shaam ko cake katenge, jaldi aana
Train time par hai, 6 baje {city} pahunchenge
Namaste, Rs {amount} aapke khate XX{last} me jama hue hain. {bank}
Aapka bijli bill Rs {amount} hai. Antim tithi {day}. Bijli Vibhag
Aapka gas cylinder kal deliver hoga. Rs {amount} taiyar rakhen. Gas agency {city}
Bank kabhi OTP ya PIN nahi puchta. Kisi ko na batayen. {bank}
Aapke khate XX{last} se Rs {amount} nikale gaye {day} ko. Aap nahi the to 1800XXXXXXX par call karen. {bank}
Kal se school subah 8 baje shuru hoga. Pradhanacharya
Aapka Aadhaar update ho gaya hai. UIDAI
Gram sabha ki baithak {day} ko panchayat bhavan me hai. Sabhi aaen. Sarpanch
आपके खाते XX{last} में रु {amount} {day} को जमा हुए। {bank}
आपके खाते XX{last} से रु {amount} निकाले गए। आप नहीं थे तो 1800XXXXXXX पर बताएँ। {bank}
482913 आपका ओटीपी है। 5 मिनट तक मान्य। किसी को न बताएं। {bank}
बैंक कभी ओटीपी नहीं मांगता। किसी को न बताएं। {bank}
आपका बिजली बिल रु {amount} है। अंतिम तिथि {day} है। बिजली विभाग
आपका राशन नवंबर के लिए आ गया है। दुकान सुबह 9 बजे खुलेगी। खाद्य विभाग
पीएम किसान की किस्त रु 2,000 आपके खाते में {day} को भेजी गई।
कल {city} में तेज़ बारिश की संभावना है। घर पर रहें। मौसम विभाग
पल्स पोलियो: रविवार को 5 साल से छोटे बच्चों को बूथ पर लाएँ। स्वास्थ्य विभाग
बेटा, दवा समय पर लेना। मैं शाम को फ़ोन करूँगी
कल सुबह 7 बजे की बस से {city} आ रहा हूँ
दीदी, बच्चों की परीक्षा {day} से है, इसलिए नहीं आ पाएँगे
ग्राम सभा की बैठक {day} को पंचायत भवन में है। सभी आएँ। सरपंच
आपका पार्सल आज शाम तक पहुँचेगा। डाक विभाग
आपका आवेदन स्वीकार हो गया है। प्रमाण पत्र {day} के बाद तहसील से लें। राजस्व विभाग
सावधान: वीडियो कॉल पर कोई पुलिस गिरफ्तार नहीं करती। यह ठगी है। 1930 पर कॉल करें। पुलिस
`
  .trim()
  .split('\n');

/** 300 genuine messages and more, each different. */
export const genuineMessages: string[] = [
  ...new Set(
    fillings.flatMap((filling) =>
      templates.map((template) =>
        template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (filling as Record<string, string>)[name] ?? whole),
      ),
    ),
  ),
];
