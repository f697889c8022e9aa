import type * as source from '../moderation-report.ts';
import { count } from '../count.ts';

export const moderationReport = {
  title: 'शिकायतें और मॉडरेशन',
  describe: 'हर महीने कितनी शिकायतें और रिपोर्टें आईं, क्या किया गया और कितना समय लगा।',
  lead: 'सिर्फ़ गिनती, बिना नाम के। महीने भारतीय समय से हैं।',
  running: 'यह महीना अभी पूरा नहीं हुआ: यह अब तक की गिनती है।',
  careful: 'गिनती ज़्यादा से ज़्यादा दस मिनट पुरानी है। जो खाते मिटाए गए, उनकी चीज़ें अब नहीं गिनी जातीं।',
  months: 'महीने',
  file: 'सब महीने एक फ़ाइल में (CSV)',
  groups: {
    complaints: 'शिकायत अधिकारी को मिली शिकायतें',
    reports: 'सदस्यों की रिपोर्टें, वजह के हिसाब से',
    site: 'जो साइट ने खुद पकड़ा',
    acts: 'मॉडरेटर के फ़ैसले',
    appeals: 'फ़ैसलों पर अपील',
    median_minutes: 'आधे मामलों में फ़ैसला इतने समय में हुआ',
  },
  site: {
    held: 'पोस्ट जो मॉडरेटर के देखने तक रोकी गईं',
    removed: 'रोकी गई पोस्ट में से मॉडरेटर ने छिपाईं या मिटाईं',
    hidden: 'पोस्ट जो कई रिपोर्टों के बाद छिपीं',
  },
  appeals: { made: 'मिलीं', upheld: 'देखी गईं: फ़ैसला वही रहा', overturned: 'देखी गईं: फ़ैसला वापस लिया गया' },
  median_minutes: { complaints: 'शिकायतें', reports: 'सदस्यों की रिपोर्टें', site: 'रोकी गई पोस्ट' },
  time: (minutes) =>
    minutes < 120
      ? count(minutes, 'मिनट', 'मिनट')
      : minutes < 2_880
        ? count(Math.round(minutes / 60), 'घंटा', 'घंटे')
        : count(Math.round(minutes / 1_440), 'दिन', 'दिन'),
  none: 'कोई नहीं',
} satisfies typeof source.moderationReport;
