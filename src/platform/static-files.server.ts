import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

const year = 'public, max-age=31536000, immutable';

type StaticPlugin = FastifyPluginAsync<{
  root: string;
  prefix?: string;
  serve?: boolean;
  decorateReply?: boolean;
  preCompressed?: boolean;
  index?: false;
  cacheControl?: boolean;
  setHeaders?: (reply: { header(name: string, value: string): unknown }) => void;
}>;

/** Built assets and fonts (their names change with their content), the owner's media, and the files at the root. */
export async function serveStaticFiles(app: FastifyInstance, plugin: unknown, dirs: { clientDir: string; mediaDir: string }): Promise<void> {
  const files = plugin as StaticPlugin;
  mkdirSync(dirs.mediaDir, { recursive: true, mode: 0o700 });
  chmodSync(dirs.mediaDir, 0o700);
  const shared = { index: false as const, cacheControl: false };

  for (const folder of ['assets', 'fonts']) {
    const root = join(dirs.clientDir, folder);
    if (!existsSync(root)) continue;
    await app.register(files, {
      ...shared, root, prefix: `/${folder}/`, decorateReply: false, preCompressed: true,
      setHeaders: (reply) => reply.header('cache-control', year),
    });
  }
  await app.register(files, {
    ...shared, root: dirs.mediaDir, prefix: '/media/', decorateReply: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=86400, stale-while-revalidate=604800');
      reply.header('cross-origin-resource-policy', 'cross-origin');
      // Whatever was uploaded or imported: a picture or a film, never a page.
      reply.header('content-security-policy', "default-src 'none'; sandbox");
    },
  });

  if (!existsSync(dirs.clientDir)) return;
  await app.register(files, { ...shared, root: dirs.clientDir, serve: false });
  for (const entry of readdirSync(dirs.clientDir, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || /\.(br|gz)$/.test(entry.name)) continue;
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${entry.name}`,
      handler(_request, reply) {
        // A service worker must be able to change within a day.
        reply.header('cache-control', entry.name === 'sw.js' ? 'no-cache' : 'public, max-age=86400');
        return reply.sendFile(entry.name);
      },
    });
  }
}
