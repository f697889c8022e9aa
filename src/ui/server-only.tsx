import type { HTMLAttributes, ReactNode } from 'react';

type Tag = 'main' | 'div' | 'section' | 'header' | 'footer' | 'nav' | 'aside' | 'a';
type Props = HTMLAttributes<HTMLElement> & { as: Tag; href?: string; children?: ReactNode };

// One object for ever: React compares it by identity and would empty the element at the next render of a new one.
const leaveAlone = { __html: '' };

/**
 * What a page merely shows. The server renders the children; in the browser the same element keeps the DOM that arrived,
 * so write the children as `{import.meta.env.SSR && <View />}` and their code is not shipped.
 */
export function ServerOnly({ as: Element, children, ...rest }: Props) {
  if (import.meta.env.SSR) return <Element {...rest}>{children}</Element>;
  return <Element {...rest} dangerouslySetInnerHTML={leaveAlone} suppressHydrationWarning />;
}
