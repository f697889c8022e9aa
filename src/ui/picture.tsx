import { sourceSets } from './picture-sources.ts';

type Props = {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** As in `<img sizes>`. */
  sizes: string;
  /** Largest variant to offer; defaults to `width`. */
  most?: number;
  /** The LCP picture: eager, with high fetch priority. All others load lazily. */
  isFirst?: boolean;
};

/** A responsive `<picture>` for our own media; a plain `<img>` for other sites' pictures. */
export function Picture({ src, alt, width, height, sizes, most = width, isFirst = false }: Props) {
  const sets = sourceSets(src, most);
  const img = (
    <img
      src={src}
      srcSet={sets?.webp}
      sizes={sets ? sizes : undefined}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  );
  return sets ? (
    <picture>
      <source type="image/avif" srcSet={sets.avif} sizes={sizes} />
      {img}
    </picture>
  ) : (
    img
  );
}
