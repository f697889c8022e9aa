import { digestMail } from '../../messages/digest-mail.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';

/** What a mail program makes a link or a number to call of, however its signs are parted. */
const isCallable = (title: string): boolean =>
  /@|:\/\/|[.。]\p{L}|\p{Nd}(?:[^\p{L}\p{Nd},]*\p{Nd}){4}|\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){7}/u.test(
    normaliseUnicode(title, 'NFKC').replaceAll(/\p{Cf}/gu, ''),
  );

/** A stranger's title in our mail, which is trusted: in one line, so that it makes no paragraph of ours; its address then has no slug, which would say the same. */
export const mailTitle = (title: string): { text: string; isHidden: boolean } =>
  isCallable(title)
    ? { text: digestMail.hidden, isHidden: true }
    : { text: title.replaceAll(/\s+/gu, ' ').trim(), isHidden: false };
