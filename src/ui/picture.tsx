import { sourceSets } from './picture-sources.ts';

type Props = {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** The widest that is worth making; the width itself without it. */
  most?: number;
  /** The picture that the reader sees first: at once and before others. The rest load when they come near. */
  isFirst?: boolean;
};

/** One of our own pictures in the sizes and formats that screens need; one from elsewhere as it is. */
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
