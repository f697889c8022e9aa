import type { ReactNode } from 'react';
import { langOf } from '../../ui/format.ts';
import { Icon, Seal } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useLook } from './category-look.tsx';
import { hasPerson, Person } from './person.tsx';

type Shape = 'wide' | 'square' | 'upright' | 'poster';
type Props = {
  /** The piece's id picks one of three colourings, so that neighbouring covers differ. */
  id: number;
  categoryId: number;
  figure?: { value: string; note: string } | null;
  photo?: string | null;
  shape?: Shape;
  /** Above the fold: loaded eagerly, the others lazily. */
  isFirst?: boolean;
  sizes?: string;
  children?: ReactNode;
};

const colourings = ['a', 'b', 'c'] as const;
const pictureSize: Record<Shape, { width: number; height: number; most: number; sizes: string }> = {
  wide: { width: 720, height: 480, most: 1280, sizes: '(min-width: 1200px) 24rem, (min-width: 580px) 50vw, 100vw' },
  square: { width: 480, height: 480, most: 640, sizes: '(min-width: 580px) 25vw, 50vw' },
  upright: { width: 360, height: 640, most: 480, sizes: '11rem' },
  poster: { width: 360, height: 480, most: 480, sizes: '11rem' },
};

function Photograph({
  photo,
  shape,
  sizes,
  isFirst,
}: {
  photo: string;
  shape: Shape;
  sizes?: string;
  isFirst: boolean;
}) {
  const { sizes: usual, ...size } = pictureSize[shape];
  return <Picture src={photo} alt="" {...size} sizes={sizes ?? usual} isFirst={isFirst} />;
}

function Label({ figure, icon }: { figure: { value: string; note: string }; icon: string }) {
  return (
    <span className="label">
      <Icon name={icon} />
      <span className={/^\S{1,6}$/.test(figure.value) ? 'nb' : undefined} lang={langOf(figure.value)}>
        {figure.value}
      </span>
      {figure.note && <small lang={langOf(figure.note)}>{figure.note}</small>}
    </span>
  );
}

/** A printed cloth in the category's dye with a figure's label, a person or the seal; or a photograph. */
export function Cover({ id, categoryId, figure, photo, shape = 'wide', isFirst = false, sizes, children }: Props) {
  const look = useLook(categoryId);
  return (
    <div className="cover" data-dye={look.dye} data-pat={look.pattern} data-v={colourings[id % 3]} aria-hidden="true">
      {photo ? (
        <Photograph photo={photo} shape={shape} sizes={sizes} isFirst={isFirst} />
      ) : figure ? (
        <Label figure={figure} icon={look.icon} />
      ) : id % 2 === 0 && hasPerson(look.icon) ? (
        <Person icon={look.icon} isFirst={isFirst} />
      ) : (
        <Seal name={look.icon} />
      )}
      {children}
    </div>
  );
}
