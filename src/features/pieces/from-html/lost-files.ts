import type { MediaLoss } from '../../../database/tables/importing.ts';

/** A picture, file, sound or clip that does not come along, by the address that is missing. */
export type LostMedia = { loss: MediaLoss; address: string };

const ending =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|txt|epub|zip|rar|7z|tgz|gz|apk|mp3|m4a|og[ag]|opus|wav|flac|aac|mp4|m4v|webm|mov|avi|ogv|3gp|jpe?g|png|gif|webp|avif|heic|svg)$/i;
/** Whether an address is of a file to be opened or played, and of no page. */
export const isFile = (address: string) => ending.test(address.replace(/[?#].*$/s, ''));
/** Where WordPress and Ghost keep uploads, on whatever host. */
const uploads = /^\/(?:wp-content\/uploads|content\/(?:files|media|images))\//;

/**
 * Files, sounds and clips to which a body links: those of the site that it comes from stay there, and a path leads to
 * nothing here.
 * @param hosts of that site @param isHere whether a path of ours has a file
 */
export function lostFiles(
  body: string,
  hosts: string[],
  isHere = (path: string) => path.startsWith('/media/'),
): LostMedia[] {
  const addresses = [...body.matchAll(/(?<!!\[[^\]\n]{0,500})\]\(<?([^)\s>]{1,2000})|\bhref="([^"]{1,2000})"/g)].map(
    (match) => (match[1] ?? match[2]!).replace(/\\([_*&])/g, '$1').replaceAll('&amp;', '&'),
  );
  return [...new Set(addresses)].flatMap((address): LostMedia[] => {
    const url = URL.parse(address, 'https://here.invalid');
    if (!url || !isFile(url.pathname) || (url.host === 'here.invalid' && isHere(url.pathname))) return [];
    if (url.host === 'here.invalid') return [{ loss: 'file_gone', address }];
    const isOwn = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
    return isOwn || uploads.test(url.pathname) ? [{ loss: 'file_there', address }] : [];
  });
}

/** Pictures of a body that readers do not see as such. @param isHere whether a path of ours has a picture */
export const lostPictures = (body: string, isHere: (path: string) => boolean): LostMedia[] =>
  [
    ...new Set([...body.matchAll(/!\[[^\]\n]{0,500}\]\(\s*<?([^)\s>]{1,2000})/g)].map(([, address]) => address!)),
  ].flatMap((address): LostMedia[] => {
    if (/^https?:/i.test(address)) return [{ loss: 'picture_there', address }];
    return isHere(`/${address.replace(/^(?:\.\.\/|\/)/, '')}`) ? [] : [{ loss: 'picture_gone', address }];
  });
