import type { HTMLAttributes, ReactNode } from 'react';

/**
 * When an island loads: after page load, at the first interaction anywhere on the page, at an interaction with the
 * island itself, or once a user is signed in.
 */
type When = 'now' | 'first-touch' | 'touched' | 'signed-in';

type Props = {
  /** Key in src/islands/islands.ts. */
  name: string;
  when: When;
  /** Only what the island shows or needs: props are serialised into the public page. */
  props?: object;
  /** No-script fallback: shown until the island has rendered, and again if it fails. */
  children?: ReactNode;
} & HTMLAttributes<HTMLDivElement> &
  Record<`data-${string}`, unknown>;

/** A part of the page that a script may take over; everything else stays server-rendered HTML. */
export function Island({ name, when, props, children, ...rest }: Props) {
  return (
    <div
      {...rest}
      data-island={name}
      data-when={when}
      // Read by the inline script: a page without this attribute loads no script before the first interaction.
      data-soon={when === 'now' ? '' : undefined}
      // Safe as an attribute: React escapes it, and JSON.stringify escapes lone surrogates.
      data-props={props && JSON.stringify(props)}
    >
      {children && <div data-plain="">{children}</div>}
    </div>
  );
}
