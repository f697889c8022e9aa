import { type Language } from '../../messages/catalogue.ts';
import type { ApiApp } from './api.server.ts';
import { invalidInput } from '../wire/errors.ts';
import { defaultLanguage, isLanguage, siteLanguages } from '../settings/site-languages.ts';
import { problem } from '../wire/problem.ts';

const isOffered = (text: unknown): text is Language =>
  typeof text === 'string' && isLanguage(text) && siteLanguages().includes(text);

/** The language of content that a call prefers: `?lang=hi`, else the site's. */
export function contentLanguage(url: string): Language {
  const queryAt = url.indexOf('?');
  const requested = queryAt === -1 ? null : new URLSearchParams(url.slice(queryAt)).get('lang');
  return isOffered(requested) ? requested : defaultLanguage();
}

/** Takes `lang` out of the query before the calls' own schemas see it. An unknown language is a 400. */
export function takeLanguage(app: ApiApp): void {
  app.addHook('preValidation', async (request) => {
    const query = request.query as Record<string, unknown> | undefined;
    if (!query || !('lang' in query)) return;
    const { lang } = query;
    delete query.lang;
    if (!isOffered(lang))
      throw invalidInput([{ path: 'lang', message: problem('field.oneOf', siteLanguages().join(', ')) }]);
  });
}
