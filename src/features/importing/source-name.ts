import { WrongUse } from '../../platform/process/command.ts';
import { slugify } from '../../platform/wire/ids.ts';
import type { Problem } from '../../platform/wire/problem.ts';
import { NotTaken, SourceBroken } from './import-source.ts';

/** The source does not state its name; nothing is written, exit status 2. */
export class NameNeeded extends WrongUse {
  constructor(file: string, sought: string) {
    super(
      `${file}: this import needs a name for the site it comes from, so that no other import can change its pieces, and ${sought}. Give the site one name for ever: --site my-old-blog`,
    );
  }
}

/** What opening or reading a source may say, as it passes from the process that reads. */
export const failures = { SourceBroken, NotTaken, NameNeeded } as const;
export type Failure = { kind: keyof typeof failures | null; message: string; problem: Problem | null };

const longest = 80;

/** `Example.ORG:8080/blog/` → `example.org-8080/blog`. Null where it is no web address. */
export function nameOfAddress(address: string): string | null {
  const url = URL.parse(address.trim().replace(/^\/\//, 'https://'));
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  const path = url.pathname.replace(/\/+$/, '').toLowerCase();
  // Colons part the name from the rest of a key.
  return `${url.host.toLowerCase()}${path}`.replaceAll(':', '-').slice(0, longest);
}

// Default titles of new sites: they identify nothing.
const nobodysTitle = /^(?:ghost|blog|my blog|my new hugo site|untitled|website|just another wordpress site)$/i;

/** Null for the default title of a new site. */
export const nameOfTitle = (title: string): string | null =>
  nobodysTitle.test(title.trim()) ? null : slugify(title, '') || null;

/** Validates --site. @throws WrongUse */
export function givenName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const plain = nameOfAddress(name) ?? name.trim().toLowerCase();
  if (!/^[a-z0-9][a-z0-9._/-]*$/.test(plain) || plain.length > longest)
    throw new WrongUse(
      `--site: "${name}" must be an address or a short name of letters, digits, dots and hyphens, such as example.org`,
    );
  return plain;
}
