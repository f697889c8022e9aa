/** People of the country, drawn for the most read subjects: addresses by the icon of a category. */
const drawn = import.meta.glob<string>('./people/*.svg', { query: '?url', import: 'default', eager: true });
const addressOf = (icon: string) => drawn[`./people/${icon}.svg`];

export const hasPerson = (icon: string): boolean => addressOf(icon) !== undefined;

/** Decorative. `isFirst`: above the fold. */
export const Person = ({ icon, isFirst = false }: { icon: string; isFirst?: boolean }) => (
  <img
    className="person"
    src={addressOf(icon)}
    alt=""
    width={120}
    height={120}
    loading={isFirst ? undefined : 'lazy'}
    decoding="async"
  />
);
