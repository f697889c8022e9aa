/** Whether two JSON values say the same, whatever the order of their keys. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => sameJson(item, other[at]))
    );
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && sameJson(one[name as keyof typeof one], other[name as keyof typeof other]),
    )
  );
}

/** `next` with the keys in the order that they had in `before`, and `before` itself where nothing differs. */
export function inOrderOf(before: unknown, next: Record<string, unknown>): Record<string, unknown> {
  if (before === null || typeof before !== 'object' || Array.isArray(before)) return next;
  if (sameJson(before, next)) return before as Record<string, unknown>;
  const retained = Object.keys(before).filter((name) => name in next);
  return { ...Object.fromEntries(retained.map((name) => [name, next[name]])), ...next };
}
