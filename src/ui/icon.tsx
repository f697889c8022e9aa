import type { IconName } from './icons.ts';

type Name = IconName | (string & {});

/** Decorative: what it stands beside says the same in words. The server appends the symbols a page uses. */
export function Icon({ name }: { name: Name }) {
  return (
    <svg aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** The scalloped seal, the mark of a category where there is no photograph. */
export function Seal({ name }: { name: Name }) {
  return (
    <svg className="seal" viewBox="0 0 64 64" aria-hidden="true">
      <use href="#i-seal" />
      <use href={`#i-${name}`} x="18" y="18" width="28" height="28" />
    </svg>
  );
}
