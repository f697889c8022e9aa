import { use } from 'react';
import { ServerModel } from '../platform/page/page-context.ts';

/** A JSON-LD node in the schema.org vocabulary. */
export type Thing = { '@type': string } & Record<string, unknown>;

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON-LD escaped against `</script>`; undefined, null and empty values are omitted. */
export function jsonLdText(graph: Thing[]): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }, (_key, value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value,
  );
  return text.replace(/[<>&\u2028\u2029]/g, (sign) => escapes[sign] as string);
}

/** A data block, not executed: CSP's script-src does not apply. */
export function JsonLd({ graph }: { graph: Thing[] }) {
  if (use(ServerModel)?.preview) return null;
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLdText(graph) }} />;
}
