import { problem, type Problem } from '../wire/problem.ts';
import { slugify } from '../wire/ids.ts';
import { percentDecoded } from '../wire/piece-key.ts';
import { linkKinds, type LinkKind, type RenderOptions } from './markdown.types.ts';

export type Link = { href: string; isExternal: boolean };

const keyed = new RegExp(`^(${linkKinds.join('|')}):([^#\\s]+)(#\\S*)?$`);
const here = 'https://here.invalid';

/** Resolves a link of the source; null, with a problem noted, where the target is missing or unsafe. */
export function resolveHref(raw: string, options: RenderOptions, problems: Problem[]): Link | null {
  const written = raw.trim();
  const key = keyed.exec(written);
  if (key) {
    const path = options.resolveLink?.(key[1] as LinkKind, percentDecoded(key[2]!)) ?? null;
    if (path === null) {
      problems.push(problem('piece.linkNowhere', short(written)));
      return null;
    }
    return { href: path + (key[3] ?? ''), isExternal: false };
  }
  if (written.startsWith('#')) return fragment(written);
  if (/^(?:\{|%7B)origin(?:\}|%7D)/i.test(written))
    return { href: written.replace(/^\{origin\}/, '%7Borigin%7D'), isExternal: false };
  if (/^tel:/i.test(written)) return telephone(written, problems);
  if (/^mailto:/i.test(written)) return mail(written, problems);
  return address(written, problems);
}

function fragment(written: string): Link | null {
  if (/^#s-[\w%-]+$/.test(written)) return { href: written, isExternal: false };
  const slug = slugify(percentDecoded(written.slice(1)), '')
    .slice(0, 60)
    .replace(/-+$/, '');
  return slug ? { href: `#s-${slug}`, isExternal: false } : null;
}

function telephone(written: string, problems: Problem[]): Link | null {
  const number = percentDecoded(written.slice(4)).replace(/[\s().-]+/g, '');
  if (/^\+?[0-9*#]{2,18}$/.test(number)) return { href: `tel:${number.replaceAll('#', '%23')}`, isExternal: false };
  problems.push(problem('piece.noTelephone', short(written)));
  return null;
}

function mail(written: string, problems: Problem[]): Link | null {
  const url = URL.parse(written);
  const recipient = percentDecoded(url?.pathname ?? '');
  if (url && (/^[^\s@"<>,;\u0000-\u001f]{1,64}@[^\s@"<>,;/]{3,190}$/.test(recipient) || recipient === '{supportEmail}'))
    return { href: url.href, isExternal: false };
  problems.push(problem('piece.noMailAddress', short(written)));
  return null;
}

function address(written: string, problems: Problem[]): Link | null {
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(written) && !/^[/\\]/.test(written);
  const url = isRelative ? null : URL.parse(written, here);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    problems.push(problem('piece.linkNotFollowed', short(written)));
    return null;
  }
  if (url.origin !== here) return { href: url.href, isExternal: true };
  const path = url.pathname + url.search + url.hash;
  return /^\/[/\\]/.test(path) ? null : { href: path, isExternal: false };
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text).replace(/[\u0000-\u001f]/g, ' ');
