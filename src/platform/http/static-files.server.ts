import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ownFolder } from '../../database/own-folder.server.ts';
import { isAppError } from '../wire/errors.ts';
import type { Media } from '../media/media.server.ts';
import { mediaHeaders } from '../media/media-headers.ts';
import { readingPolicy } from '../guard/security-headers.server.ts';

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
  setHeaders?: (reply: { header(name: string, value: string): unknown }, path: string) => void;
}>;

type WildcardParams = { '*': string };
/** Adds hooks that may refuse a request for a file. @param pathOf the file, relative to `/media/` */
export type MediaGuard = (scope: FastifyInstance, pathOf: (request: FastifyRequest) => string | undefined) => void;

/** Headers of a file at the root, and the bytes in its place. */
export type Replacement = { headers: Record<string, string>; bytes?: Buffer };
type Served = {
  clientDir: string;
  media: Media;
  guardMedia: MediaGuard;
  instead: (name: string) => Promise<Replacement | undefined>;
};

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

/** Range not satisfiable (416) and precondition failed (412) are the caller's errors, whichever file it is. */
function answerConditions(app: FastifyInstance): void {
  app.setErrorHandler<StaticError>((error, _request, reply) => {
    const { status = 500 } = error;
    // Others, such as a folder's 403, become the page for what is not here.
    if (isAppError(error) || (status !== 412 && status !== 416)) throw error;
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...error.headers })
      .send('');
  });
}

/** Built assets and fonts (content-hashed names), the owner's media, and the files at the root, or what stands `instead`. */
export async function serveStaticFiles(whole: FastifyInstance, plugin: unknown, served: Served): Promise<void> {
  // A scope of its own, because its error handler is for files only.
  await whole.register((app) => serveFrom(app, plugin as StaticPlugin, served));
}

async function serveFrom(
  app: FastifyInstance,
  files: StaticPlugin,
  { clientDir, media, guardMedia, instead }: Served,
): Promise<void> {
  ownFolder(media.folder);
  const shared = { index: false as const, cacheControl: false };

  answerConditions(app);
  for (const folder of ['assets', 'fonts']) {
    const root = join(clientDir, folder);
    if (!existsSync(root)) continue;
    await app.register(files, {
      ...shared,
      root,
      prefix: `/${folder}/`,
      decorateReply: false,
      preCompressed: true,
      setHeaders(reply, path) {
        reply.header('cache-control', year);
        if (path.includes('/reading/')) reply.header('content-security-policy', readingPolicy);
      },
    });
  }
  await app.register(async (scope) => {
    const { prepare } = media;
    guardMedia(scope, ({ params }) => (params as WildcardParams)['*']);
    // A callback hook: with a promise, Fastify would run the handler even while a stream is being sent.
    if (prepare)
      scope.addHook<{ Params: WildcardParams }>(
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
      async handler(_request, reply) {
        // Browsers must revalidate a service worker on every check, so that updates are picked up.
        reply.header('cache-control', entry.name === 'sw.js' ? 'no-cache' : 'public, max-age=86400');
        const { headers = {}, bytes } = (await instead(entry.name)) ?? {};
        reply.headers(headers);
        return bytes ? reply.send(bytes) : reply.sendFile(entry.name);
      },
    });
  }
}
