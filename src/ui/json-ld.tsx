/** A node of structured data; schema.org's words. */
export type Thing = { '@type': string } & Record<string, unknown>;

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that cannot end the script element that holds it, whatever the titles in it say. What is undefined, null or empty stays out. */
export function jsonLdText(graph: Thing[]): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }, (_key, value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value,
  );
  return text.replace(/[<>&\u2028\u2029]/g, (sign) => escapes[sign] as string);
}

/** Data, not a script: no browser runs it and no policy stops it. */
export function JsonLd({ graph }: { graph: Thing[] }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLdText(graph) }} />;
}
