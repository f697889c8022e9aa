import type { FastifyInstance } from 'fastify';
import { siteName } from '../../messages/site-name.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { SiteBrand } from '../../platform/settings/site-brand.server.ts';
import { defaultLanguage } from '../../platform/settings/site-languages.ts';
import type { Replacement } from '../../platform/http/static-files.server.ts';
import { brandFiles, brandOf } from './draw-mark.server.ts';

type Services = Pick<PageServices, 'brand'>;

const types: { [ending: string]: string } = {
  ico: 'image/vnd.microsoft.icon',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
};
// As of share pictures: the studio may change them.
const brandCaching = 'public, max-age=3600, s-maxage=60, stale-if-error=86400';
const headersOf = (name: string, caching: string) => ({
  'content-type': types[name.split('.').at(-1)!]!,
  'cache-control': caching,
  'cross-origin-resource-policy': 'cross-origin',
  // An SVG may hold scripts and addresses: it runs nothing and asks for nothing, even when opened by itself.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
});

/** The logos of now, each under the hash of its bytes. */
export function serveLogos(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/logo-:name',
    async handler({ params: { name } }, reply) {
      const { light, dark } = services.brand?.logos ?? {};
      const logo = [light, dark].find((one) => one?.src === `/assets/logo-${name}`);
      if (!logo) throw notFound('page');
      return reply.headers(headersOf(logo.src, 'public, max-age=31536000, immutable')).send(logo.bytes);
    },
  });
}

/** The icons and the share picture: as built, until the site has a name or logo of its own. */
export function brandFilesOf(services: Services): (name: string) => Promise<Replacement | undefined> {
  let drawnFor: SiteBrand | undefined;
  let drawn = new Map<string, Promise<Buffer>>();
  return async (name) => {
    const { brand } = services;
    const draw = brandFiles[name];
    if (!draw) return undefined;
    if (!brand || (brand.name === undefined && !brand.logos)) return { headers: { 'cache-control': brandCaching } };
    if (drawnFor !== brand) [drawnFor, drawn] = [brand, new Map()];
    const logo = brand.logos?.light;
    // A wide logo in an icon would be a line that nobody can read.
    const isReadable = logo !== undefined && (name === 'share.jpg' || logo.width <= 2 * logo.height);
    if (!drawn.has(name))
      drawn.set(name, draw(brandOf(siteName(defaultLanguage()), isReadable ? logo.bytes : undefined)));
    return { headers: headersOf(name, brandCaching), bytes: await drawn.get(name)! };
  };
}
