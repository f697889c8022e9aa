import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Breadcrumbs } from './breadcrumbs.tsx';

it('leaves out a step without a name, so that no stroke stands alone', () => {
  const crumbs = [{ name: 'Community', href: '/community' }, { name: ' ' }, { name: '', href: '/x' }];
  const html = renderToStaticMarkup(<Breadcrumbs crumbs={crumbs} />);
  expect([...html.matchAll(/<li/g)]).toHaveLength(2);
});
