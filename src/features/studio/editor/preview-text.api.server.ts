import { z } from 'zod';
import { keepTogetherInHtml } from '../../../ui/keep-together.ts';
import { withPictures } from '../../../ui/picture-sources.ts';
import { pieceLanguages } from '../../../messages/piece-languages.ts';
import { type ApiPlugin, errorLanguageOf } from '../../../platform/http/api.server.ts';
import { MarkdownRefused } from '../../../platform/markdown/render-markdown.server.ts';
import { inLanguage } from '../../../platform/http/request-context.server.ts';
import { oneOf, safeText } from '../../../platform/wire/wire.ts';
import type { Problem } from '../../../platform/wire/problem.ts';
import { wordProblem } from '../../../platform/wire/word-problem.ts';
import { linkResolver, readNamedKeys } from '../../pieces/site-keys.server.ts';
import { renderPiece } from '../pieces/render-piece.server.ts';
import { pictureSizes } from '../pieces/projection-of-revision.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { readers } from '../studio.policy.ts';

const input = z.strictObject({ body: safeText(500_000), lang: z.enum(pieceLanguages).optional() });
const output = oneOf(z.object({ html: z.string(), problems: z.array(z.string()) }));

/** What is being typed, as readers would see it: rendered and sanitised as on saving, and kept nowhere. */
export const previewTextApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  call('POST /studio/preview-text', {
    staff: readers,
    config: { countsNoWrite: true },
    // Beside the text, what JSON escapes of it.
    route: { bodyLimit: 1_500_000 },
    summary: 'Markdown as readers would see it',
    body: input,
    one: output,
    async run({ request, body: { body, lang } }) {
      const worded = (problems: Problem[]) => inLanguage(errorLanguageOf(request), () => problems.map(wordProblem));
      const { db } = services.connection;
      const keys = await readNamedKeys(db, body);
      const sizes = await pictureSizes(db, services.config, [{ fields: {}, body }]);
      try {
        const { html, problems } = await renderPiece(services.pieceTexts, body, {
          mode: 'editor',
          lang,
          resolveLink: linkResolver(keys),
          imageSize: (path) => sizes.get(path) ?? null,
        });
        return { html: keepTogetherInHtml(withPictures(html)), problems: worded(problems) };
      } catch (error) {
        if (!(error instanceof MarkdownRefused)) throw error;
        return { html: '', problems: worded([error.problem]) };
      }
    },
  });
};
