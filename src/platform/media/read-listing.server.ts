import { SaxesParser } from 'saxes';

export type Listing = {
  files: { key: string; size: number }[];
  /** Continuation token of the next thousand keys. */ next: string | null;
};

/** Parses a ListObjectsV2 response. */
export function readListing(xml: string): Listing {
  const files: Listing['files'] = [];
  const values: Record<string, string> = {};
  const inside: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    inside.push(name);
    text = '';
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', () => {
    const [, parent, name] = inside;
    if (parent === 'Contents' && name === undefined) files.push({ key: values.Key ?? '', size: Number(values.Size) });
    // Fields of an entry, or of the listing itself.
    else if (inside.length === 2 || (inside.length === 3 && parent === 'Contents'))
      values[inside.at(-1) as string] = text;
    inside.pop();
  });
  parser.write(xml).close();
  // Some stores ignore encoding-type=url: decode only where the response says that keys are encoded.
  const decoded = (key: string) => (values.EncodingType === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key);
  return {
    files: files.map(({ key, size }) => ({ key: decoded(key), size })),
    next: values.IsTruncated === 'true' ? (values.NextContinuationToken ?? null) : null,
  };
}
