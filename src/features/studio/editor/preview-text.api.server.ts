import { z } from 'zod';
import { keepTogetherInHtml } from '../../../ui/keep-together.ts';
import { withPictures } from '../../../ui/picture-sources.ts';
import { pieceLanguages } from '../../../messages/catalogue.ts';
import type { ApiPlugin } from '../../../platform/api.server.ts';
import { MarkdownRefused, renderMarkdown } from '../../../platform/markdown/render-markdown.server.ts';
import { oneOf, safeText } from '../../../platform/wire.ts';
import { linkResolver, readSiteKeys } from '../../importing/content/site-keys.server.ts';
import { admitStaff } from '../staff-hook.server.ts';

const input = z.strictObject({ body: safeText(500_000), lang: z.enum(pieceLanguages).optional() });
// It holds the thread of the readers' pages.
const maxMilliseconds = 500;
const output = oneOf(z.object({ html: z.string(), problems: z.array(z.string()) }));

/** What is being typed, as readers would see it: rendered and sanitised as on saving, and kept nowhere. */
export const previewTextApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);
  app.post(
    '/studio/preview-text',
    {
      config: { staff: ['writer', 'editor', 'checker', 'admin'] },
      // Beside the text, what JSON escapes of it.
      bodyLimit: 1_500_000,
      schema: { summary: 'Markdown as readers would see it', tags: ['Studio'], body: input, response: { 200: output } },
    },
    async ({ body: { body, lang } }) => {
      const keys = await readSiteKeys(services.connection.db);
      try {
        const { html, problems } = renderMarkdown(body, {
          mode: 'editor',
          lang,
          resolveLink: linkResolver(keys),
          maxMilliseconds,
        });
        return { data: { html: keepTogetherInHtml(withPictures(html)), problems } };
      } catch (error) {
        if (!(error instanceof MarkdownRefused)) throw error;
        return { data: { html: '', problems: [error.message] } };
      }
    },
  );
};
