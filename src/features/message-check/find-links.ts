import { isCited, isOwnDomain, looksOwned, madeOnOpenHost, quotesOwnDomain } from './own-domains.ts';

export type FoundLink = {
  /** Offsets in the text, in UTF-16 units. */
  start: number;
  end: number;
  /** As a browser asks for it: lower case, IDNA in its ASCII form, an IP address in its one form. */
  host: string;
  kind: 'official' | 'shortened' | 'lookalike' | 'other';
};

// With a scheme, whatever stands up to a space, a quote or the end of a Markdown link's text; else a host's name or an
// IP address with a path.
const linkPattern =
  /h(?:tt|xx)ps?:[\\/]+(?:(?!\]\()[^\s<>"'“”‘’«»।॥\ufffd])+|(?<![\p{L}\p{M}\p{Nd}\p{Cf}-])(?:(?:[\p{L}\p{M}\p{Nd}\p{Cf}-]{1,63}[.．。｡]){1,10}[\p{L}\p{M}\p{Cf}]{2,40}|(?:\d{1,3}\.){3}\d{1,3}(?=\/[a-z]|:\d))(?::\d{2,5})?(?:\/[^\s<>"'“”‘’«»।॥]*)?/giu;
/** Punctuation of any script behind a link; what a link may end in stays. */
// Begins where no such sign stands before: otherwise it would be tried from each sign of a run.
const trailing = /(?<!(?![/\\#&%@*_=-])[\p{P}\p{Cf}])(?:(?![/\\#&%@*_=-])[\p{P}\p{Cf}])+$/u;

const shorteners = new Set(
  (
    'bit.ly tinyurl.com cutt.ly t.co goo.gl is.gd rb.gy ow.ly shorturl.at rebrand.ly t.ly s.id tiny.cc v.gd bl.ink ' +
    'soo.gd clck.ru u.to qr.ae adf.ly linktr.ee lnkd.in wa.link l.ead.me shorturl.asia urlz.fr surl.li tny.im x.gd ' +
    'shrtco.de bitly.ws gg.gg n9.cl da.gd kutt.it dub.sh short.gy tr.ee onelink.to fb.me rzp.io razorpay.me paytm.me'
  ).split(' '),
);

/** Public suffixes of India with two labels (publicsuffix.org): the registrable domain has one label more. */
const secondLevel = /\.(?:co|gov|nic|org|net|ac|edu|res|gen|firm|ind|mil|bank|coop|ernet)\.in$/;
/**
 * Restricted registration: only governments and banks get these (NIXI; .bank.in from the Reserve Bank's institute IDRBT
 * alone: RBI/2025-26/28 of 22 April 2025, read in Business Standard of that day on 28 November 2026; the circular
 * itself: not checked yet). Not .fin.in for lenders: it was announced on 7 February 2025, and nothing read on that day
 * says that it is open, or closed to others. Of other countries only those whose second level 'gov' is known to be closed.
 */
const reservedEndings =
  /(?:^|\.)(?:nic|mil|bank)\.in$|(?:^|\.)gov(?:\.(?:in|uk|au|sg|np|bd|lk|bt|za|ae|my|nz|ie|ph))?$|(?:^|\.)bank$/;

/** Brand names which, in anybody else's domain, are there only to impersonate. */
const claimedNames =
  /(?<![a-z])(?:sbi|yono|hdfc|icici|axis|kotak|pnb|bob|baroda|canara|paytm|phonepe|gpay|googlepay|bhim|upi|npci|rbi|bank|kyc|ekyc|aadhaar|aadhar|uidai|incometax|itr|efiling|epfo|esic|irctc|fastag|nhai|echallan|challan|parivahan|vahan|indiapost|speedpost|patta|courier|fedex|bluedart|dhl|lic|lpg|indane|hpgas|bijli|electricity|discom|pm|pmkisan|kisan|yojana|yojna|sarkari|govt?|gov|modi|ayushman|ration|pension|amazon|flipkart|meesho|jio|airtel|tata|olx|netflix|trai|cbi|lottery|kbc)(?![a-z])/;
/** Words of offices and companies that honest sites name a part of theirs by: they claim only in the domain itself. */
const claimedEveryday =
  /(?<![a-z])(?:post|gas|pan|cyber|police|court|customs?|refund|subsidy|recharge|reward|rewards|survey|login|verify|secure)(?![a-z])/;
/** The same where they are joined to other words. */
const claimedInside =
  /(?:^|\.)sbi(?:$|\.|bank|card|kyc|net|online|reward|login|pay|help|care|loan|india|up|verify|secure|portal|alert)|(?:online|my|net|the)sbi|yono|hdfcb|icici|axisb|kotak|paytm|phonepe|aadhaa?r|uidai|incometax|itrefund|epfo|irctc|fastag|nhai|echallan|e-challan|parivahan|indiapost|fedex|bluedart|pmkisan|yojana|yojna|sarkar|ayushman|netbank|ebank|bankkyc|kyc|rechargefree|amazon|flipkart|meesho/;

/** eTLD+1: 'sbi.co.in' of 'www.onlinesbi.sbi.co.in'. */
function registrableDomain(host: string): string {
  const parts = host.split('.');
  return parts.slice(secondLevel.test(host) ? -3 : -2).join('.');
}

const figures: Record<string, string> = { 0: 'o', 3: 'e', 5: 's' };
/** Addresses of official hosts that open whatever address stands behind them; as a browser opens them. */
const redirectors =
  /^(?:(?:maps\.)?google\.(?:com|co\.in)\/(?:url\/?\?|amp\/)|translate\.google\.[^?]+\?(?:.*&)?u=|lm?\.(?:facebook|instagram)\.com\/|facebook\.com\/(?:flx\/|l\.php)|youtube\.com\/redirect\?|linkedin\.com\/redir\/)/;
function leadsOn(address: string): boolean {
  const url = URL.parse(`http://${address}`);
  if (!url) return false;
  return redirectors.test(url.hostname.replace(/^(?:www|m)\./, '') + url.pathname.replace(/\/{2,}/g, '/') + url.search);
}
const isOfficial = (host: string) => reservedEndings.test(host) || isOwnDomain(host);

/** @param host ASCII, as URL.hostname gives it */
function kindOfHost(host: string): FoundLink['kind'] {
  // 164.100.0.0/16 is the National Informatics Centre's, for whose offices an address without a name is nothing odd.
  if (/^164\.100\.\d{1,3}\.\d{1,3}$/.test(host)) return 'other';
  if (/^\[|^[\d.]+$|(?:^|\.)xn--/.test(host)) return 'lookalike';
  const made = madeOnOpenHost(host);
  if (made === null && isOfficial(host)) return 'official';
  const domain = registrableDomain(host);
  if (shorteners.has(domain) || shorteners.has(host)) return 'shortened';
  if (isCited(host)) return 'other';
  const asRead = (made ?? host).replace(/[035]/g, (figure) => figures[figure]!);
  const readings = [made ?? host, asRead.replaceAll('1', 'l'), asRead.replaceAll('1', 'i')];
  const isClaimed = readings.some((reading) => {
    const words = made === null ? reading.replace(/\.[a-z]+$/, '').replace(/^www\./, '') : reading;
    return claimedNames.test(words) || claimedInside.test(words.replaceAll('-', ''));
  });
  return isClaimed ||
    claimedEveryday.test(made ?? domain.replace(/\.[a-z]+$/, '')) ||
    quotesOwnDomain(host) ||
    readings.some((reading) => isOwnDomain(reading) || looksOwned(reading))
    ? 'lookalike'
    : 'other';
}

// Only known TLDs: 'rs.500' and '9.30.pm' look like host names.
const knownEndings =
  /\.(?:com|in|org|net|co|info|biz|xyz|top|online|site|shop|club|live|one|app|link|click|buzz|vip|work|loan|icu|cc|me|io|ly|gl|gd|at|id|gy|tk|ml|ga|cf|gq|ru|cn|uk|us|example|invalid|test|page|web|dev|store|tech|space|fun|pw|su|ws|to|asia|bank|gov|be|it|ai|sbi|mobi|website|cyou|rest|bond|world|today|life|win|bid|sh|ee|fr|li|asia|cl|im|ps|ac|ink|cloud|cam|monster|sbs|lat|cfd|lol|tv|pk)$/;
// Words that also begin a sentence after a full stop without a space: 'Airtel.Team Airtel'.
const wordEndings =
  /\.(?:help|support|finance|digital|services|center|team|pro|quest|zone|group|cards|money|credit|email|chat|india)$/;

/** The host that a browser would open, without a final dot; null where it would open none. */
function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && url.hostname.replace(/\.$/, '');
}

// Hindi and its sisters are written on without a space: 'परpmkisan.gov.in', 'pmkisan.gov.inपर'.
const indicBefore = /^[\u0900-\u0dff\u200c\u200d]+(?=[a-z0-9])/i;
const indicBehind = /^(\S*?\.[a-z]{2,24})[\u0900-\u0dff][\u0900-\u0dff\u200c\u200d]*/i;

/** Every link in a message as it was written (not folded), judged by where a browser would go. */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = [];
  let from = 0;
  for (const match of text.matchAll(linkPattern)) {
    let start = match.index;
    if (start < from) continue;
    let written = match[0].replace(trailing, '');
    if (/^[^[\]]*\[[\da-f:.]+$/i.test(written) && match[0][written.length] === ']') written += ']';
    const scheme = /^h(?:tt|xx)ps?:[\\/]+/i.exec(written)?.[0];
    if (!scheme) {
      const before = indicBefore.exec(written)?.[0].length ?? 0;
      start += before;
      written = written.slice(before);
    }
    let authority = /^[^/\\?#]*/.exec(written.slice(scheme?.length ?? 0))![0];
    const glued = indicBehind.exec(authority)?.[1];
    if (glued && knownEndings.test(glued.toLowerCase())) {
      written = (scheme ?? '') + glued;
      authority = glued;
    }
    const end = () => start + written.length;
    if (!scheme) {
      // What stands before or behind '@' belongs to an e-mail address or a UPI id, unless it plays an official host.
      if (text[start - 1] === '@') continue;
      if (text[end()] === '@') {
        const played = hostOf(`http://${authority}`);
        const target = /^@[^\s<>"'“”‘’।॥]+/.exec(text.slice(end(), end() + 300))?.[0].replace(trailing, '');
        if (!played || !target || !isOfficial(played)) continue;
        written += target;
        found.push({ start, end: end(), host: hostOf(`http://${written}`) ?? '', kind: 'lookalike' });
        from = end();
        continue;
      }
    }
    const opened = hostOf(`http://${written.slice(scheme?.length ?? 0)}`);
    // No browser opens 'http://login:paytm.com', but it is there to be taken for a host.
    const host = opened ?? /(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,24}/i.exec(authority)?.[0].toLowerCase();
    const hasPath = written.length > (scheme?.length ?? 0) + authority.length;
    const isMeant = () =>
      knownEndings.test(host!) ||
      /^[\d.]+$/.test(host!) ||
      (wordEndings.test(host!) && (hasPath || /^www\.|[-\d]|\.[a-z]+$/.test(authority)));
    if (!host || !(scheme ? /[.:]/.test(host) : isMeant())) continue;
    const isPlain = opened !== null && /^[\u0000-\u007f]*$/.test(authority) && !authority.includes('@');
    const isIndic = /^(?=.*[\u0900-\u0dff])[\u0900-\u0dff\u200c\u200d.\d-]+$/.test(authority);
    const known = isIndic ? 'other' : isPlain ? kindOfHost(host) : 'lookalike';
    const shown = host.replace(/^www\./, '');
    const kind = leadsOn(written.slice(scheme?.length ?? 0)) ? 'shortened' : known;
    found.push({ start, end: end(), host: shown, kind });
    from = end();
  }
  return found;
}
