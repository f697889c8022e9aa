import { domainToUnicode } from 'node:url';
import { latinSkeleton } from '../text/latin-skeleton.ts';
import { normaliseUnicode } from '../text/normalise-unicode.ts';

const indianLabel =
  /^(?:[\d-]|[\p{Script=Devanagari}\u200c\u200d]|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Arabic})+$/u;

/**
 * Whether a link hides where it leads: a name before the host, a host whose letters look like others, an IP address
 * in another form than it is known by, or a mail with further recipients.
 */
export function isDisguised(href: string): boolean {
  const url = URL.parse(href);
  if (url?.protocol === 'mailto:')
    return ['to', 'cc', 'bcc'].some((name) => new RegExp(`[?&]${name}=`, 'i').test(href));
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  if (url.username !== '' || url.password !== '' || /^[^/?#]*:?\/\/[^/?#]*@/.test(href)) return true;
  if (/^[\d.]+$/.test(url.hostname)) return !href.includes(url.hostname);
  if (!/(?:^|\.)xn--/.test(url.hostname)) return false;
  return domainToUnicode(url.hostname)
    .split('.')
    .some((label) => /[^\u0000-\u007f]/.test(label) && !indianLabel.test(label));
}

// Between the letters of a host: signs that browsers read as a dot, or that are drawn like one; spaces as in 'pay .in'.
const dots = /(?<=[a-z\d])\s?[.。．｡･·•●◦‧∙⋅۔٠۰⸳꞉ꓸ܁܂](?:(?<=\s.)\s|[\u2000-\u200a\u202f\u205f])?(?=[a-z\d])/giu;
// Words of India with a dot between are abbreviations, unless they end as a host does: India's own top-level names.
const hostLike =
  /(?<![\p{L}\p{M}\p{N}-])(?:(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,9}(?:भारत|भारतम्|भारोत|ভারত|ভাৰত|ભારત|ਭਾਰਤ|ଭାରତ|இந்தியா|భారత్|ಭಾರತ|ഭാരതം|بھارت|بارت|ڀارت)|(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63})/gu;
// Without a dot as well: what stands behind 'https://' is taken for a host.
const behindScheme = /https?:[/\\]+([\p{L}\p{M}\p{N}.-]+|\[[\da-f:.]+\])/giu;
const ipAddress = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const fileName = /\.(?:pdf|docx?|xlsx?|pptx?|html?|php|jpe?g|png|zip|csv|txt|odt|mp[34])$/i;
// Degrees and 'number', as written: they have the form of a host, and are none.
const abbreviations =
  /(?<![\p{L}\p{M}\p{N}.@:/-])(?:[BM]\.(?:Arch|Com|Des|Ed|Lib|Pharm|Phil|Sc|Tech|Voc)|D\.(?:El\.Ed|Ed|Pharm)|(?:S|Sl|Sr|Reg|Ref|Roll)\.No)(?!\.?[\p{L}\p{M}\p{N}@:/-])/gu;
const bare = (host: string) => host.toLowerCase().replace(/^www\./, '');

/**
 * The host of the target where the text of the link names another one, or its mailbox where the text names another
 * mailbox or a host; else null.
 */
export function hostToShow(text: string, href: string): string | null {
  const url = URL.parse(href);
  if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return null;
  const shown = text.replace(abbreviations, ' ').replace(dots, '.');
  const plain = normaliseUnicode(shown, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // As written, and as its letters look.
  const readings = [plain, latinSkeleton(shown).replace(dots, '.')];
  if (url.protocol === 'mailto:') {
    const mailbox = url.pathname.replaceAll('%40', '@');
    const isNamed = readings.some((reading) => reading.toLowerCase().includes(mailbox.toLowerCase()));
    return !isNamed && readings.some((reading) => namedIn(reading).length > 0) ? mailbox : null;
  }
  const host = bare(url.hostname);
  const isOther = (one: string) => bare(one) !== host && bare(one) !== bare(domainToUnicode(host));
  return readings.some((reading) => namedIn(reading).some(isOther)) ? url.hostname : null;
}

const namedIn = (text: string): string[] =>
  // A host has a dot, or stands behind a scheme.
  (/[.:]/.test(text)
    ? [
        ...(text.match(hostLike) ?? []).filter((one) => !fileName.test(one)),
        ...Array.from(text.matchAll(behindScheme), ([, host]) => host!),
        ...(text.match(ipAddress) ?? []),
      ]
    : []
  ).map((host) => host.replace(/\.$/, ''));
