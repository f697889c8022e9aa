import type { Folded } from './fold-message.ts';

export type FoundLink = {
  /** Offsets in the folded text. */
  start: number;
  end: number;
  host: string;
  kind: 'official' | 'shortened' | 'lookalike' | 'other';
};

const hostPattern =
  /(?:https?:\/\/|hxxps?:\/\/)?((?:[a-z0-9\u0900-\u0d7f-]{1,63}\.){1,6}[a-z]{2,24})(?::\d{2,5})?(\/[^\s<>"']*)?/g;

const shorteners = new Set(
  (
    'bit.ly tinyurl.com cutt.ly t.co goo.gl is.gd rb.gy ow.ly shorturl.at rebrand.ly t.ly s.id tiny.cc v.gd bl.ink ' +
    'soo.gd clck.ru u.to qr.ae adf.ly linktr.ee lnkd.in wa.link l.ead.me shorturl.asia urlz.fr surl.li tny.im x.gd ' +
    'shrtco.de bitly.ws gg.gg n9.cl da.gd kutt.it dub.sh short.gy tr.ee onelink.to'
  ).split(' '),
);

/** Public suffixes of India with two labels (publicsuffix.org): the registrable domain has one label more. */
const secondLevel = /\.(?:co|gov|nic|org|net|ac|edu|res|gen|firm|ind|mil|bank|coop|ernet)\.in$/;
/** Restricted registration: only governments and banks get these (NIXI; the Reserve Bank's .bank.in since 2025). */
const reservedEndings = /(?:^|\.)(?:gov|nic|mil|bank)\.in$|(?:^|\.)(?:gov|bank)$/;

/** Organisations' own domains under endings that anybody can register. */
const ownDomains = new Set(
  (
    'onlinesbi.com sbicard.com hdfcbank.com hdfcbank.net icicibank.com axisbank.com kotak.com pnbindia.in ' +
    'bankofbaroda.in canarabank.com unionbankofindia.co.in indusind.com idfcfirstbank.com yesbank.in federalbank.co.in ' +
    'paytm.com phonepe.com google.com amazon.in amzn.in amazon.com flipkart.com fkrt.it meesho.com myntra.com ' +
    'irctc.co.in npci.org.in licindia.in airtel.in jio.com myvi.in bsnl.co.in swiggy.com zomato.com olx.in ' +
    'facebook.com instagram.com whatsapp.com youtube.com youtu.be delhivery.com bluedart.com dtdc.in fedex.com ' +
    'dhl.com tatapower.com adanielectricity.com bsesdelhi.com torrentpower.com digilocker.gov.in tgsouthernpower.org'
  ).split(' '),
);

/** Brand names which, in anybody else's domain, are there only to impersonate. */
const claimedNames =
  /(?<![a-z])(?:sbi|yono|hdfc|icici|axis|kotak|pnb|bob|baroda|canara|paytm|phonepe|gpay|googlepay|bhim|upi|npci|rbi|bank|kyc|ekyc|aadhaar|aadhar|uidai|pan|incometax|itr|efiling|epfo|esic|irctc|fastag|nhai|echallan|challan|parivahan|vahan|indiapost|speedpost|post|patta|courier|fedex|bluedart|dhl|lic|lpg|indane|hpgas|gas|bijli|electricity|discom|pm|pmkisan|kisan|yojana|yojna|sarkari|govt?|gov|modi|ayushman|ration|pension|amazon|flipkart|meesho|jio|airtel|tata|olx|netflix|trai|cbi|cyber|police|court|customs?|refund|subsidy|recharge|reward|rewards|lottery|kbc|survey|login|verify|secure)(?![a-z])/;
/** The same where they are joined to other words. */
const claimedInside =
  /sbi|yono|hdfcb|icici|axisb|kotak|paytm|phonepe|aadhaa?r|uidai|incometax|itrefund|epfo|irctc|fastag|nhai|echallan|e-challan|parivahan|indiapost|fedex|bluedart|pmkisan|yojana|yojna|sarkar|ayushman|netbank|ebank|bankkyc|kyc|rechargefree|amazon|flipkart|meesho/;

/** eTLD+1: 'sbi.co.in' of 'www.onlinesbi.sbi.co.in'. */
function registrableDomain(host: string): string {
  const parts = host.split('.');
  return parts.slice(secondLevel.test(host) ? -3 : -2).join('.');
}

function kindOfHost(host: string): FoundLink['kind'] {
  const domain = registrableDomain(host);
  if (shorteners.has(domain) || shorteners.has(host)) return 'shortened';
  if (reservedEndings.test(host) || ownDomains.has(domain) || domain.endsWith('.sbi')) return 'official';
  const words = host.replace(/\.[a-z]+$/, '').replace(/^www\./, '');
  // A non-ASCII host is treated as a homograph attack.
  if (/[^\u0000-\u007f]/.test(host) || claimedNames.test(words) || claimedInside.test(words.replaceAll('-', '')))
    return 'lookalike';
  return 'other';
}

// Only known TLDs: 'rs.500' and '9.30.pm' look like host names.
const knownEndings =
  /\.(?:com|in|org|net|co|info|biz|xyz|top|online|site|shop|club|live|one|app|link|click|buzz|vip|work|loan|icu|cc|me|io|ly|gl|gd|at|id|gy|tk|ml|ga|cf|gq|ru|cn|uk|us|example|invalid|test|page|web|dev|store|tech|space|fun|pw|su|ws|to|asia|bank|gov|be|it|ai|sbi|mobi|website|cyou|rest|bond|world|today|life|win|bid|sh|ee|fr|li|asia|cl|im|ps|ac|ink)$/;

/** Every link in a message with the verdict on its host. */
export function findLinks({ text }: Folded): FoundLink[] {
  const found: FoundLink[] = [];
  for (const match of text.matchAll(hostPattern)) {
    const host = (match[1] as string).replace(/^www\./, '');
    const before = text[match.index - 1];
    // The part after '@' belongs to an e-mail address or a UPI id.
    if (before === '@' || !knownEndings.test(host)) continue;
    const length = match[0].replace(/[.,;:!?)\]]+$/, '').length;
    found.push({ start: match.index, end: match.index + length, host, kind: kindOfHost(host) });
  }
  return found;
}
