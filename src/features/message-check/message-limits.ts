/** UTF-16 units of a message that is checked. */
export const longestMessage = 5_000;

/** Kinds of pictures that are read, and the share sheet's field with one. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];
export const sharedPicture = 'picture';
export const mostPictureBytes = 10 * 1024 * 1024;

/** What a share sheet sent, as the service worker hands it to the page. */
export type Shared = { text: string; picture: Blob | null };

/** The fields of a Web Share Target, or of our own form, as one text. */
export const joinShared = (fields: (string | null)[]): string =>
  fields
    .map((field) => field?.trim() ?? '')
    .filter((field, at, all) => field !== '' && all.indexOf(field) === at)
    .join('\n')
    .replaceAll(/\r\n?/g, '\n');

/** Signs of a scam, in display order. */
export const signIds = [
  'asks_code',
  'asks_payment',
  'asks_remote_app_or_apk',
  'asks_personal_data',
  'lookalike_link',
  'shortened_link',
  'personal_number_as_official',
  'impersonates',
  'threat_or_deadline',
  'too_good',
  'refund_bait',
  'secrecy',
] as const;
export type SignId = (typeof signIds)[number];
