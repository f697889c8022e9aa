import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Category } from './categories.contract.ts';
import { useLook } from './category-look.tsx';

export type CategoryChoice = Pick<Category, 'id' | 'displayName'>;

function CategoryChip({ category, isChosen, href }: { category: CategoryChoice; isChosen: boolean; href: string }) {
  return (
    <a className="chip" href={href} aria-current={isChosen ? 'true' : undefined}>
      <Icon name={useLook(category.id).icon} />
      <span lang={langOf(category.displayName)}>{category.displayName}</span>
    </a>
  );
}

type Props = {
  label: string;
  any: string;
  categories: CategoryChoice[];
  chosen: number | null;
  hrefOf: (categoryId: number | null) => string;
  /** Label of the disclosure that folds all but the first few; without it all are shown. */
  more?: string;
};

/** Chips shown before the disclosure. */
export const categoriesShown = 6;

/** Links, not a form: the filter works without JavaScript and each state has an address. */
export function CategoryChips({ label, any, categories, chosen, hrefOf, more }: Props) {
  const [first, rest] = [categories.slice(0, categoriesShown), categories.slice(categoriesShown)];
  const chip = (category: CategoryChoice) => (
    <CategoryChip key={category.id} category={category} isChosen={category.id === chosen} href={hrefOf(category.id)} />
  );
  return (
    <nav className="chips" aria-label={label}>
      <a className="chip" href={hrefOf(null)} aria-current={chosen === null ? 'true' : undefined}>
        {any}
      </a>
      {first.map(chip)}
      {more && rest.length > 0 ? (
        <details className="fold" open={rest.some(({ id }) => id === chosen)}>
          <summary>{more}</summary>
          <div className="chips">{rest.map(chip)}</div>
        </details>
      ) : (
        rest.map(chip)
      )}
    </nav>
  );
}
