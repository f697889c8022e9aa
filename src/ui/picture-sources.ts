/** Widths that pictures are made in: a little above the screens of the breakpoints. */
export const pictureWidths = [320, 480, 640, 960, 1280, 1920] as const;
export type PictureFormat = 'avif' | 'webp';

const ours = /^\/media\/((?!.*\.\.)[\w./-]+\.(?:jpe?g|png|webp|avif))$/i;

/** The address of a made size of one of our own pictures. */
export const variantAddress = (path: string, width: number, format: PictureFormat) => `/img/${width}/${path}.${format}`;

/** @param width of the original, when it is known: nothing is made larger than it is */
export function sourceSets(src: string, width: number): { avif: string; webp: string } | null {
  const path = ours.exec(src)?.[1];
  if (path === undefined) return null;
  const listed = pictureWidths.filter((each, at) => each <= width || (pictureWidths[at - 1] ?? 0) < width);
  const setOf = (format: PictureFormat) =>
    listed.map((each) => `${variantAddress(path, each, format)} ${Math.min(each, width)}w`).join(', ');
  return { avif: setOf('avif'), webp: setOf('webp') };
}

// The column of text is 36.5rem at most (site.css, --measure).
const inText = '(min-width: 700px) 36.5rem, 100vw';
const image = /<img src="(\/media\/[\w./-]+)"([^>]*?) width="(\d{1,5})"([^>]*)>/g;

/** Sanitised HTML of a body, its pictures in the sizes and formats that screens need. A string step: bodies are stored plain. */
export function withPictures(html: string): string {
  return html.replace(image, (whole, src: string, before: string, width: string, after: string) => {
    const sets = sourceSets(src, Number(width));
    if (!sets) return whole;
    return `<picture><source type="image/avif" srcset="${sets.avif}" sizes="${inText}"><img src="${src}" srcset="${sets.webp}" sizes="${inText}"${before} width="${width}"${after}></picture>`;
  });
}
