import type { Role } from '../../../database/schema.ts';
import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { actorOf, admitStaff } from '../people/staff-hook.server.ts';
import { pieceParams, standing } from '../studio.contract.ts';
import { kindRules, translatedKinds } from '../studio-kinds.ts';
import { paragraphs, paragraphsInput, translateInput, versions } from './paragraphs.contract.ts';
import { beginTranslation, listVersions, readParagraphs, sayParagraphs } from './paragraphs.server.ts';

const readers: readonly Role[] = ['writer', 'editor', 'checker', 'admin'];
/** Translations beside their originals, paragraph by paragraph. */
export const paragraphsApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);
  for (const kind of translatedKinds) {
    const { writers } = kindRules[kind];
    app.get(
      `/studio/${kind}/:id/paragraphs`,
      {
        config: { staff: readers },
        schema: { summary: 'A translation beside its original', params: pieceParams, response: { 200: paragraphs } },
      },
      async (request) => ({ data: await readParagraphs(services, actorOf(request), { kind, id: request.params.id }) }),
    );
    app.post(
      `/studio/${kind}/:id/paragraphs`,
      {
        config: { staff: writers },
        schema: {
          summary: 'Say which paragraphs are still right, left out, or belong together',
          params: pieceParams,
          body: paragraphsInput,
          response: { 200: paragraphs },
        },
      },
      async (request) => ({
        data: await sayParagraphs(services, actorOf(request), { kind, id: request.params.id }, request.body),
      }),
    );
    app.get(
      `/studio/${kind}/:id/translations`,
      {
        config: { staff: readers },
        schema: { summary: 'The piece in its languages', params: pieceParams, response: { 200: versions } },
      },
      async (request) => ({ data: await listVersions(services, actorOf(request), { kind, id: request.params.id }) }),
    );
    app.post(
      `/studio/${kind}/:id/translations`,
      {
        config: { staff: writers, isIdempotent: true },
        schema: {
          summary: 'Begin a translation; 409 where there is one',
          params: pieceParams,
          body: translateInput,
          response: { 201: standing },
        },
      },
      async (request, reply) =>
        reply.code(201).send({
          data: await beginTranslation(services, actorOf(request), { kind, id: request.params.id }, request.body.lang),
        }),
    );
  }
};
