import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Media } from './media/media.server.ts';
import { mediaHeaders } from './media/media-headers.ts';

const year = 'public, max-age=31536000, immutable';

type StaticPlugin = FastifyPluginAsync<{
  root: string;
  prefix?: string;
  serve?: boolean;
  decorateReply?: boolean;
  preCompressed?: boolean;
  index?: false;
  dotfiles?: 'ignore';
  cacheControl?: boolean;
  setHeaders?: (reply: { header(name: string, value: string): unknown }) => void;
}>;

type StaticError = Error & { status?: number; headers?: Record<string, string> };

async function goOn(preparing: Promise<boolean>, done: (error?: Error) => void): Promise<void> {
  let isAnswered: boolean;
  try {
    isAnswered = await preparing;
  } catch (error) {
    done(error as Error);
    return;
  }
  if (!isAnswered) done();
}

/** Built assets and fonts (their names change with their content), the owner's media, and the files at the root. */
export async function serveStaticFiles(
  app: FastifyInstance,
  plugin: unknown,
  { clientDir, media }: { clientDir: string; media: Media },
): Promise<void> {
  const files = plugin as StaticPlugin;
  mkdirSync(media.folder, { recursive: true, mode: 0o700 });
  chmodSync(media.folder, 0o700);
  const shared = { index: false as const, cacheControl: false };

  for (const folder of ['assets', 'fonts']) {
    const root = join(clientDir, folder);
    if (!existsSync(root)) continue;
    await app.register(files, {
      ...shared,
      root,
      prefix: `/${folder}/`,
      decorateReply: false,
      preCompressed: true,
      setHeaders: (reply) => reply.header('cache-control', year),
    });
  }
  await app.register(async (scope) => {
    const { prepare } = media;
    scope.setErrorHandler<StaticError>((error, _request, reply) => {
      // A part, or a version, that the file does not have.
      if (error.status === 416 || error.status === 412)
        return reply
          .code(error.status)
          .headers(error.headers ?? {})
          .send('');
      throw error;
    });
    // A hook with a callback: after a promise the handler would run although a stream is being sent.
    if (prepare)
      scope.addHook<{ Params: { '*': string } }>(
        'preHandler',
        (request, reply, done) => void goOn(prepare(request, reply, request.params['*']), done),
      );
    await scope.register(files, {
      ...shared,
      root: media.folder,
      prefix: '/media/',
      decorateReply: false,
      dotfiles: 'ignore',
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(mediaHeaders)) reply.header(name, value);
      },
    });
  });

  if (!existsSync(clientDir)) return;
  await app.register(files, { ...shared, root: clientDir, serve: false });
  for (const entry of readdirSync(clientDir, { withFileTypes: true })) {
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
