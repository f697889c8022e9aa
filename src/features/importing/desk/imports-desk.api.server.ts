import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import { importsDesk } from '../../../messages/imports-desk.ts';
import { type ApiPlugin, refusalOf } from '../../../platform/http/api.server.ts';
import { unavailable } from '../../../platform/wire/errors.ts';
import { createUpload, type Desk, isResumable, resumeUploads } from '../../studio/media/resumable-uploads.server.ts';
import { announcedBytes, countUpload } from '../../studio/media/count-upload.server.ts';
import { receiveFile } from '../../studio/media/receive-file.server.ts';
import { actorOf, admitStaff } from '../../studio/people/staff-hook.server.ts';
import { uploadWords } from '../../studio/studio.contract.ts';
import { admins } from '../../studio/studio.policy.ts';
import { askAgain, askUndo, beginJob, mostExportBytes } from './import-jobs.server.ts';
import * as wire from './imports-desk.contract.ts';
import { readImportsDesk } from './read-desk.server.ts';

const tags = ['Studio'];
const config = { staff: admins };
const longestUpload = 600_000;

/** Exports sent in pieces: with the last one its dry run is asked for. */
const exportDesk: Desk = {
  base: '/studio/imports',
  purpose: 'import',
  staff: admins,
  mostBytes: mostExportBytes,
  tooLarge: () => importsDesk.tooLarge,
  read({ filename, digest, ...metadata }) {
    const known = Object.entries(metadata).filter(([key]) => key in wire.importOptions.shape);
    const options = wire.importOptions.safeParse(Object.fromEntries(known));
    if (!options.success) throw refusalOf(options.error);
    const words = uploadWords.pick({ filename: true, digest: true }).safeParse({ filename, digest });
    if (!words.success) throw refusalOf(words.error);
    return { ...words.data, import: options.data };
  },
  async take(services, actor, path, { filename = '', import: options = {} }) {
    const job = await beginJob(services, actor, { path, name: filename, options });
    return { path: `/studio/imports#${job}` };
  },
};

/** Imports of other sites: uploading an export, its dry run, its import, and undoing one. */
export const importsDeskApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);
  await app.register(multipart as never, {
    limits: { files: 1, fileSize: mostExportBytes, fields: 7, fieldSize: 1_024, parts: 8, headerPairs: 20 },
  });
  let isReceiving = false;
  const parent = join(services.config.dataDir, 'uploads');
  resumeUploads(app, services, parent, exportDesk);

  app.get(
    '/studio/imports',
    {
      config,
      schema: { summary: 'The newest job, and the imports so far', tags, response: { 200: wire.desk } },
    },
    async () => ({ data: await readImportsDesk(services) }),
  );
  app.post(
    '/studio/imports',
    {
      config: { ...config, takesFiles: true },
      bodyLimit: mostExportBytes + 64 * 1024,
      handlerTimeout: longestUpload,
      schema: {
        summary:
          "Upload another site's export: multipart, one file with its settings; with Tus-Resumable the beginning of a resumable upload. A dry run of it begins at once",
        tags,
        response: { 201: wire.begun },
      },
    },
    async (request, reply) => {
      if (isResumable(request)) return createUpload(services, request, reply, exportDesk);
      const actor = actorOf(request);
      if (isReceiving) throw unavailable(30);
      isReceiving = true;
      let folder: string | undefined;
      try {
        await countUpload(services, actor.id!, announcedBytes(request.headers['content-length'], mostExportBytes));
        await mkdir(parent, { recursive: true, mode: 0o700 });
        folder = await mkdtemp(join(parent, 'e-'));
        const { file, filename = '', fields } = await receiveFile(request, folder);
        const options = wire.importOptions.safeParse(fields);
        if (!options.success) throw refusalOf(options.error);
        const job = await beginJob(services, actor, { path: file, name: filename, options: options.data });
        // A browser without script has sent the form itself.
        if (request.headers.accept?.includes('text/html')) return await reply.redirect('/studio/imports#now', 303);
        return await reply.code(201).send({ data: { job } });
      } finally {
        isReceiving = false;
        if (folder) await rm(folder, { recursive: true, force: true });
      }
    },
  );
  app.post(
    '/studio/imports/start',
    {
      config,
      schema: { summary: 'Import what a dry run has shown', tags, body: wire.jobInput, response: { 202: wire.begun } },
    },
    async (request, reply) => {
      const { job } = request.body;
      await services.disk?.insistOnSpace();
      await askAgain(services, actorOf(request), job, { task: 'import' });
      return reply.code(202).send({ data: { job } });
    },
  );
  app.post(
    '/studio/imports/undo',
    {
      config,
      schema: { summary: 'Take back what an import made', tags, body: wire.runInput, response: { 202: wire.begun } },
    },
    async (request, reply) =>
      reply.code(202).send({ data: { job: await askUndo(services, actorOf(request), request.body.run) } }),
  );
};
