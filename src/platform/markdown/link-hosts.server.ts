import { domainToUnicode } from 'node:url';
import { latinSkeleton } from '../text/latin-skeleton.ts';
import { normaliseUnicode } from '../text/normalise-unicode.ts';

const indianLabel =
  /^(?:[\d-]|[\p{Script=Devanagari}\u200c\u200d]|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Arabic})+$/u;

/** Whether a link hides where it leads: a name before the host, or a host whose letters look like others. */
export function isDisguised(href: string): boolean {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  if (url.username !== '' || url.password !== '' || /^[^/?#]*:?\/\/[^/?#]*@/.test(href)) return true;
  if (!/(?:^|\.)xn--/.test(url.hostname)) return false;
  return domainToUnicode(url.hostname)
    .split('.')
    .some((label) => /[^\u0000-\u007f]/.test(label) && !indianLabel.test(label));
}

// Words of India with a dot between are abbreviations, unless they end as a host does: India's own top-level names.
const hostLike =
  /(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,9}(?:भारत|भारतम्|भारोत|ভারত|ভাৰত|ભારત|ਭਾਰਤ|ଭାରତ|இந்தியா|భారత్|ಭಾರತ|ഭാരതം|بھارت|بارت|ڀارت)|(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}/gu;
const fileName = /\.(?:pdf|docx?|xlsx?|pptx?|html?|php|jpe?g|png|zip|csv|txt|odt|mp[34])$/i;
const bare = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** The host of the target where the text of the link names another one; else null. */
export function hostToShow(text: string, href: string): string | null {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = bare(url.hostname);
  const named =
    normaliseUnicode(text, 'NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .match(hostLike) ?? [];
  const isOther = (one: string) =>
    !fileName.test(one) && bare(one) !== host && bare(one) !== bare(domainToUnicode(host));
  return named.some((one) => isOther(one) || isOther(latinSkeleton(one))) ? url.hostname : null;
}
