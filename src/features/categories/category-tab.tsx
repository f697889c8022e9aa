import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLook } from './category-look.tsx';

/** The tab at a cover's edge, in the category's dye. `label` replaces the bare name ('Article in Tax'). */
export function CategoryTab({ category, label }: { category: { id: number; displayName: string }; label?: string }) {
  const look = useLook(category.id);
  return (
    <span className="tab" data-dye={look.dye}>
      <Icon name={look.icon} />
      {label ?? <span lang={langOf(category.displayName)}>{category.displayName}</span>}
    </span>
  );
}
