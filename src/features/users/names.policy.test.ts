import { describe, expect, it } from 'vitest';
import { nameProblem, type NameProblem } from './names.policy.ts';

const refused: Record<NameProblem, string[]> = {
  reserved: [
    'Nagrik',
    'Nagrik Team',
    'NAGRIK-HELP',
    'NagrikSupport',
    'N a g r i k',
    'Nаgrik Тeam',
    'Ｎａｇｒｉｋ',
    'नागरिक टीम',
    'நாகரிக்',
    'নাগরিক',
    'Jan Awaaz',
    'JanAwaaz Desk',
    'moderator',
    'Admin',
    'Adm1n',
    'A.d.m.i.n',
    'ᴀᴅᴍɪɴ',
    'аdmin',
    'Ádmin',
    'Editor',
    'Writer',
    'Senior Writer',
    '(Writer)',
    'लेखक',
    'Writers Rao',
    'Official Page',
    'Verified User',
    'Site Team',
    'system',
    'Member 1234',
    'Member १२३४',
    'sadasya 1234',
    'Naagrik',
    'RBI',
    'Cyber Cell',
    'टोल फ्री',
    'HelplineIndia',
    'Help Line',
    'Customer Care',
    'Toll-Free',
    'Support',
    'Cyber Police',
    'मॉडरेटर',
    'एडमिन',
    'संपादक',
    'सम्पादक',
    'आधिकारिक',
    'हेल्पलाइन',
    'ग्राहक सहायता',
    'सदस्य 1234',
    'अड्मिन टीम',
    'நிர்வாகி',
    'ஆசிரியர்',
    'உதவி எண்',
    'அதிகாரப்பூர்வ',
    'உறுப்பினர் 4821',
    'Call Ravi',
    'Nagrlk',
    'NAGRlK Desk',
    'Admln',
    'OfflciaI',
    'माॅडरेटर',
    'मेंबर 1234',
    'आर बी आई',
    'सी बी आई अधिकारी',
    'साईबर सेल',
    'नोडल अधिकारी',
    'Nodal Officer',
    'PMO India',
    'Community Manager',
    'पत्रकार',
    'Telegram Ravi',
    'डायल १९३०',
    'Deleted User',
  ],
  contact: [
    '9876543210',
    '98765 43210',
    '९८७६५४३२१०',
    '௯௮௭௬௫௪௩௨௧௦',
    '2345 6789 0123',
    'Ravi 987-654',
    '1930',
    'Raj 19 30',
    'Raj 1.9.3.0',
    'Raj I930',
    'Ravi १९३०',
    'Asha 14416',
    'ravi@example.org',
    'www.evil.example /refund',
    'evil-refund.in',
    'pm.gov.in',
    'refund dot com',
    'https://a.example',
    'bit.ly/x',
    't.me',
    'refund .in',
    'refund dot co',
    'refund.click',
  ],
  signs: [
    'Ravi ✔',
    '✅ Ravi',
    'Ravi ☑',
    'Ravi ⭐',
    'ㅤ',
    '⠀',
    'ﾠ',
    '\u115f',
    'Ra\u200bvi',
    'Ra\u200dvi',
    '\u061cRavi',
    'Ravi\u200e',
    'Ravi\u202egpj',
    '\u2066Ravi',
    'R\u0301\u0302\u0303avi',
    `र${'ं'.repeat(9)}`,
    '\u0301',
    '...',
    '—',
  ],
  scripts: ['Rаvi', 'Raνi', 'राvi', 'ரaவி', 'Ашa', 'रবি'],
};

// Invented from common first names and surnames.
const honest = `
Asha; Ravi Kumar; Sunita Devi; Mohd. Asif Khan; Md. Irfan; K. R. Narayanan; A.P.J. Abdul; Dr. Meena Iyer; Selvam.MR; S. Senthilkumar; O’Brien D’Souza; Anne-Marie Fernandes; Zoë Pinto; José Dias; Lakshmi (Ammu); Suresh, Pune;
Prasad Adhikari; Anirban Sarkar; Dal Bahadur Thapa; Nagarjun Rao; Nagraj; Nagar Singh; Kapil Modi; Timothy Lal; Ravi 2; Editha Lobo; Adnan Ali; Supriya; Liladhar Iyer; Cali Rao; Md. K. R. Al; Sk. Md. Ali; Teena Mathew; Harish A N; T. T. K. Mani; Nigar Fatima; Bhagat Singh Arora; Ruknuddin;
आशा; रवि कुमार; सुनीता देवी; श्रीनिवास जोशी; हर्षवर्धन ढिंगरा; ध्रुव क़ाज़ी; ज्ञानेश्वर पाटील; कृष्णा पँवार; मो॰ आसिफ़; डॉ. मीना; वर्षा गावड़े; क्षितिज मिश्र; प्रकाश अधिकारी; अनिर्बान सरकार; नागार्जुन; नगमा; तमन्ना; राजेश्‍वरी; दल बहादुर;
ஆஷா; ரவி குமார்; செல்வி; ஸ்ரீநிவாசன்; க. அன்பழகன்; முத்துலட்சுமி; தமிழரசு; ஜெயலட்சுமி; லக்ஷ்மி; நாகராஜன்;
আশা; রবি কুমার; সুনীতা দেবী; ক্ষিতীশ চন্দ্র; অনির্বাণ সরকার; মোঃ আরিফ; ৰঞ্জিত বৰা; জ্যোৎস্না; চাঁদনী;
આશા; રવિ પટેલ; જ્યોત્સ્ના; કૃષ્ણકાંત; શ્રેયા શાહ; સહાય રામ;
ਆਸ਼ਾ; ਰਵੀ ਸਿੰਘ; ਗੁਰਪ੍ਰੀਤ ਕੌਰ; ਜਸਵਿੰਦਰ ਢਿੱਲੋਂ; ਹਰਮਨਜੋਤ;
ଆଶା; ରବି ସାହୁ; କୃଷ୍ଣ ଚନ୍ଦ୍ର; ଜ୍ୟୋତ୍ସ୍ନା;
ఆశా; రవి కుమార్; శ్రీనివాస్ రావు; కృష్ణవేణి; లక్ష్మి; జ్యోత్స్న;
ಆಶಾ; ರವಿ ಕುಮಾರ್; ಶ್ರೀನಿವಾಸ; ಲಕ್ಷ್ಮಿ; ಕೃಷ್ಣಪ್ಪ; ರಾಜ್‌ಕುಮಾರ್;
ആശ; രവി കുമാർ; ശ്രീനിവാസൻ; രാജന്‍; കൃഷ്ണൻകുട്ടി; ലക്ഷ്മി;
آشا; روی کمار; محمد آصف; فاطمہ بیگم; نور‌جہاں; رکن الدین; اے۔ پی۔ جے۔ عبدالکلام; مرزا غالبؔ; مُحَمَّد; ᱟᱥᱟ; Asha आशा`
  .split(';')
  .map((name) => name.trim());

describe('a name', () => {
  for (const [problem, names] of Object.entries(refused))
    it.each(names)(`is refused as ${problem}: %j`, (name) => {
      expect(nameProblem(name, 'Jan Awaaz')).toBe(problem);
    });

  it('of real people passes, in ten scripts', () => {
    expect(honest.length).toBeGreaterThanOrEqual(100);
    expect(
      honest
        .flatMap((name) => nameProblem(name, 'Nagrik') && `${name}: ${nameProblem(name, 'Nagrik')}`)
        .filter(Boolean),
    ).toEqual([]);
  });

  it('is none where nothing is written', () => {
    expect([nameProblem('', 'Nagrik'), nameProblem('  ', 'Nagrik')]).toEqual([null, null]);
  });
});
