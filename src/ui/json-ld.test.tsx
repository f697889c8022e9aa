import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JsonLd, jsonLdText } from './json-ld.tsx';

const hostile = '</script><img src=x onerror=alert(1)><!-- & \u2028 \u2029';

test('no title can end the script element', () => {
  const html = renderToStaticMarkup(<JsonLd graph={[{ '@type': 'NewsArticle', headline: hostile }]} />);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<img|<!--|&|\u2028|\u2029/);
});

test('parses back to the same data', () => {
  expect(JSON.parse(jsonLdText([{ '@type': 'NewsArticle', headline: hostile }]))['@graph'][0].headline).toBe(hostile);
});

test('what is empty stays out', () => {
  expect(jsonLdText([{ '@type': 'Thing', a: null, b: undefined, c: '', d: [], e: 0, f: false }])).toBe(
    '{"@context":"https://schema.org","@graph":[{"@type":"Thing","e":0,"f":false}]}',
  );
});
