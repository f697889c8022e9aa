import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { setSiteLanguages } from '../../platform/settings/site-languages.ts';
import { Papers } from './cart-papers.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['hi', '/hi/cart'],
  ['en', '/cart'],
] as const)('the message of a list in %s has the address of that cart', (language, path) => {
  setSiteLanguages(['en', 'hi']);
  vi.stubGlobal('location', new URL(path, 'https://nagrik.example'));
  const html = inLanguage(language, () => renderToStaticMarkup(<Papers schemes={[]} whom={null} />));
  const [, sent] = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(html)!;
  expect(decodeURIComponent(sent!)).toContain(`https://nagrik.example${path}`);
});
