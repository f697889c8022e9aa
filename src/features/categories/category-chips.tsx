import { Icon } from '../../ui/icon.tsx';
import type { Category } from './categories.contract.ts';
import { useLook } from './category-look.tsx';

export type CategoryChoice = Pick<Category, 'id' | 'displayName'>;

function CategoryChip({ category, isChosen, href }: { category: CategoryChoice; isChosen: boolean; href: string }) {
  return (
    <a className="chip" href={href} aria-current={isChosen ? 'true' : undefined}>
      <Icon name={useLook(category.id).icon} />
      {category.displayName}
    </a>
  );
}

type Props = {
  label: string;
  any: string;
  categories: CategoryChoice[];
  chosen: number | null;
  hrefOf: (categoryId: number | null) => string;
};

/** A filter by category, as links. */
export function CategoryChips({ label, any, categories, chosen, hrefOf }: Props) {
  return (
    <nav className="chips" aria-label={label}>
      <a className="chip" href={hrefOf(null)} aria-current={chosen === null ? 'true' : undefined}>
        {any}
      </a>
      {categories.map((category) => (
        <CategoryChip
          key={category.id}
          category={category}
          isChosen={category.id === chosen}
          href={hrefOf(category.id)}
        />
      ))}
    </nav>
  );
}
