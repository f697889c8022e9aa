import { expect, test } from 'vitest';
import routes from '../../routes.ts';
import { isOwnAddress } from './save-old-addresses.server.ts';

test('every page address is known as our own, and what is not a page is not', () => {
  const paths = (routes as { path?: string }[]).flatMap(({ path }) =>
    path === undefined || path === '*' ? [] : [path],
  );
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) expect(isOwnAddress(`/${path.replace(/:\w+/g, 'x-mja')}`), path).toBe(true);
  for (const path of ['/about/team', '/videos/2019', '/2019/05/a-post', '/tag', '/article/a/b', '/medias'])
    expect(isOwnAddress(path), path).toBe(false);
});
