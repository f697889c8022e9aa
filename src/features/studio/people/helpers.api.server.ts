import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { mediaProblems } from '../../../messages/media-problems.ts';
import { type ApiPlugin, refusalOf } from '../../../platform/http/api.server.ts';
import { noFields } from '../../../platform/wire/wire.ts';
import { viewerOf } from '../../sessions/viewer-hook.server.ts';
import { announcedBytes, countUpload } from '../media/count-upload.server.ts';
import { receiveFile } from '../media/receive-file.server.ts';
import { pieceParams } from '../studio.contract.ts';
import type { Actor } from '../studio.policy.ts';
import { helperFields, helperList, helpersQuery, oneHelper } from './helpers.contract.ts';
import { addHelper, endHelper, findProof, listHelpers, mostProofBytes } from './helpers.server.ts';

const config = { needs: 'admin' as const };

function actorOf(request: FastifyRequest): Actor {
  const { userId, roles } = viewerOf(request);
  return { id: userId, roles: roles as Actor['roles'] };
}

export const helpersApi: ApiPlugin = async (app, { services }) => {
  await app.register(multipart as never, {
    limits: { files: 1, fileSize: mostProofBytes, fields: 6, fieldSize: 1_024, parts: 8, headerPairs: 20 },
  });
  const parent = join(services.config.dataDir, 'uploads');

  app.get(
    '/helpers',
    {
      config,
      schema: {
        summary: 'Members with a mark for a field, newest first',
        querystring: helpersQuery,
        response: { 200: helperList },
      },
    },
    async (request) => listHelpers(services, request.query),
  );
  app.post(
    '/helpers',
    {
      config: { ...config, takesFiles: true },
      bodyLimit: mostProofBytes + 64 * 1024,
      schema: {
        summary: 'A mark for a member: multipart, the proof (a picture or a PDF) with person, field, state and until',
        response: { 201: oneHelper },
      },
    },
    async (request, reply) => {
      await countUpload(
        services,
        viewerOf(request).userId,
        announcedBytes(request.headers['content-length'], mostProofBytes),
      );
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(parent, 'u-'));
      try {
        const { file, fields } = await receiveFile(request, folder, () => mediaProblems.largeProof);
        const input = helperFields.safeParse(fields);
        if (!input.success) throw refusalOf(input.error);
        const data = await addHelper(services, actorOf(request), input.data, await readFile(file));
        return await reply.code(201).send({ data });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
  app.post(
    '/helpers/:id/end',
    {
      config,
      schema: { summary: 'End a mark now', params: pieceParams, body: noFields, response: { 200: oneHelper } },
    },
    async (request) => ({ data: await endHelper(services, actorOf(request), request.params.id) }),
  );
  app.get(
    '/helpers/:id/proof',
    { config, schema: { summary: 'The proof for a mark, as a file', params: pieceParams } },
    async (request, reply) => {
      const { bytes, type } = await findProof(services, request.params.id);
      const name = `helper-${request.params.id}.${type === 'image/webp' ? 'webp' : 'pdf'}`;
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type(type)
        .send(bytes as never);
    },
  );
};
