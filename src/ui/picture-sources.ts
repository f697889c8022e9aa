/** Widths of the responsive variants, a little above the common screen widths. */
export const pictureWidths = [320, 480, 640, 960, 1280, 1920] as const;
export type PictureFormat = 'avif' | 'webp';

const ours = /^\/media\/((?!.*\.\.)[\w./-]+\.(?:jpe?g|png|webp|avif))$/i;

/** URL of a responsive variant of one of our own pictures. */
export const variantAddress = (path: string, width: number, format: PictureFormat) => `/img/${width}/${path}.${format}`;

/** @param width intrinsic width, if known: variants never upscale @returns null for a picture from elsewhere */
export function sourceSets(src: string, width: number): { avif: string; webp: string } | null {
  const path = ours.exec(src)?.[1];
  if (path === undefined) return null;
  const listed = pictureWidths.filter((each, at) => each <= width || (pictureWidths[at - 1] ?? 0) < width);
  const setOf = (format: PictureFormat) =>
    listed.map((each) => `${variantAddress(path, each, format)} ${Math.min(each, width)}w`).join(', ');
  return { avif: setOf('avif'), webp: setOf('webp') };
}

// The text column is at most 36.5rem wide (--measure in tokens.css).
const inText = '(min-width: 700px) 36.5rem, 100vw';
const image = /<img src="(\/media\/[\w./-]+)"([^>]*?) width="(\d{1,5})"([^>]*)>/g;

/** Adds responsive sources to the pictures of a sanitised body at render time: the stored HTML stays plain. */
export function withPictures(html: string): string {
  return html.replace(image, (whole, src: string, before: string, width: string, after: string) => {
    const sets = sourceSets(src, Number(width));
    if (!sets) return whole;
    return `<picture><source type="image/avif" srcset="${sets.avif}" sizes="${inText}"><img src="${src}" srcset="${sets.webp}" sizes="${inText}"${before} width="${width}"${after}></picture>`;
  });
}
