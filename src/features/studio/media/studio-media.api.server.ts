import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { Role } from '../../../database/schema.ts';
import { type ApiPlugin, refusalOf } from '../../../platform/http/api.server.ts';
import { unavailable } from '../../../platform/wire/errors.ts';
import { announcedBytes, countUpload } from './count-upload.server.ts';
import { captionClip, describeMedia, listMedia, removeMedia } from './media-desk.server.ts';
import { receiveFile } from './receive-file.server.ts';
import { createUpload, isResumable, mediaDesk, resumeUploads } from './resumable-uploads.server.ts';
import { actorOf, admitStaff } from '../people/staff-hook.server.ts';
import * as wire from '../studio.contract.ts';
import { mostClipBytes, takeMedia } from './take-media.server.ts';
import { readers } from '../studio.policy.ts';

const writers: readonly Role[] = ['writer', 'editor', 'admin'];
/** Milliseconds for a whole upload. */
const longestUpload = 120_000;
/** Uploads in progress: each may hold 60 MB of disk; of one person, so that nobody takes all places. */
const atOnce = { all: 4, ofOne: 2 };

/** Pictures, clips and captions from the newsroom. */
export const studioMediaApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  await app.register(multipart as never, {
    limits: { files: 1, fileSize: mostClipBytes, fields: 6, fieldSize: 8_192, parts: 8, headerPairs: 20 },
  });
  /** The person of each. */
  const underWay: string[] = [];
  const parent = join(services.config.dataDir, 'uploads');

  resumeUploads(app, services, parent, mediaDesk);

  app.post(
    '/studio/media',
    {
      config: { staff: writers, takesFiles: true },
      bodyLimit: mostClipBytes + 64 * 1024,
      handlerTimeout: longestUpload,
      schema: {
        summary:
          'A picture, a clip or captions: multipart, one file with description, credit and seconds; with Tus-Resumable the beginning of a resumable upload',
        response: { 201: wire.oneMedia },
      },
    },
    async (request, reply) => {
      if (isResumable(request)) return createUpload(services, request, reply, mediaDesk);
      const actor = actorOf(request);
      const person = actor.id!;
      const own = underWay.filter((one) => one === person).length;
      if (underWay.length >= atOnce.all || own >= atOnce.ofOne) throw unavailable(10);
      underWay.push(person);
      let folder: string | undefined;
      try {
        await countUpload(services, person, announcedBytes(request.headers['content-length'], mostClipBytes));
        await mkdir(parent, { recursive: true, mode: 0o700 });
        folder = await mkdtemp(join(parent, 'u-'));
        const { file, filename, fields } = await receiveFile(request, folder);
        const parsed = wire.mediaFields.safeParse(fields);
        if (!parsed.success) throw refusalOf(parsed.error);
        return await reply
          .code(201)
          .send({ data: await takeMedia(services, actor, file, { ...parsed.data, filename }) });
      } finally {
        underWay.splice(underWay.indexOf(person), 1);
        if (folder) await rm(folder, { recursive: true, force: true });
      }
    },
  );

  call('GET /studio/media', {
    staff: readers,
    summary: 'Everything that was sent, newest first, and where it is used',
    query: wire.mediaQuery,
    list: wire.mediaList,
    run: ({ actor, query }) => listMedia(services, actor, query),
  });
  call('PATCH /studio/media', {
    staff: writers,
    summary: 'Describe a file; captions and poster of a clip',
    body: wire.mediaInput,
    one: wire.oneMedia,
    run: ({ actor, body }) => describeMedia(services, actor, body),
  });
  call('POST /studio/media/captions', {
    staff: writers,
    config: { isIdempotent: true },
    route: { bodyLimit: 512 * 1024 },
    summary: 'Captions of a clip, typed or from a file',
    body: wire.captionsInput,
    made: wire.oneMedia,
    async run({ actor, body }) {
      await services.disk?.insistOnSpace();
      return captionClip(services, actor, body);
    },
  });
  call('POST /studio/media/remove', {
    staff: writers,
    summary: 'Erase a file that nothing shows',
    body: wire.mediaNamed,
    one: wire.removedMedia,
    run: ({ actor, body }) => removeMedia(services, actor, body.path),
  });
};
