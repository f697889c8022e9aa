import { langOf } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useLook } from '../../categories/category-look.tsx';

type TileCategory = { id: number; displayName: string; canonicalUrl: string };

export function CategoryTile({ category }: { category: TileCategory }) {
  const look = useLook(category.id);
  return (
    <a className="tile" href={category.canonicalUrl} data-dye={look.dye}>
      <Icon name={look.icon} />
      <span lang={langOf(category.displayName)}>{category.displayName}</span>
    </a>
  );
}

/** Scroll-snap row of plain links: works without JavaScript. */
export function CardCategoryCarousel({ categories, label }: { categories: TileCategory[]; label: string }) {
  return (
    <div className="row tiles" tabIndex={0} role="group" aria-label={label}>
      {categories.map((category) => (
        <CategoryTile key={category.id} category={category} />
      ))}
    </div>
  );
}
