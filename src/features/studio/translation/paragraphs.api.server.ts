import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { pieceParams as params, standing } from '../studio.contract.ts';
import { translatedKinds } from '../../pieces/projection.ts';
import { kindRules } from '../studio-kinds.ts';
import { readers } from '../studio.policy.ts';
import { paragraphs, paragraphsInput, translateInput, versions } from './paragraphs.contract.ts';
import { beginTranslation, listVersions, readParagraphs, markParagraphs } from './paragraphs.server.ts';

/** Translations beside their originals, paragraph by paragraph. */
export const paragraphsApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  for (const kind of translatedKinds) {
    const { writers } = kindRules[kind];
    call(`GET /studio/${kind}/:id/paragraphs`, {
      staff: readers,
      summary: 'A translation beside its original',
      params,
      one: paragraphs,
      run: ({ actor, params: { id } }) => readParagraphs(services, actor, { kind, id }),
    });
    call(`POST /studio/${kind}/:id/paragraphs`, {
      staff: writers,
      summary: 'Say which paragraphs are still right, left out, or belong together',
      params,
      body: paragraphsInput,
      one: paragraphs,
      run: ({ actor, params: { id }, body }) => markParagraphs(services, actor, { kind, id }, body),
    });
    call(`GET /studio/${kind}/:id/translations`, {
      staff: readers,
      summary: 'The piece in its languages',
      params,
      one: versions,
      run: ({ actor, params: { id } }) => listVersions(services, actor, { kind, id }),
    });
    call(`POST /studio/${kind}/:id/translations`, {
      staff: writers,
      config: { isIdempotent: true },
      summary: 'Begin a translation; 409 where there is one',
      params,
      body: translateInput,
      made: standing,
      run: ({ actor, params: { id }, body }) => beginTranslation(services, actor, { kind, id }, body.lang),
    });
  }
};
