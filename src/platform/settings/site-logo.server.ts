import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { ConfigError } from './config.server.ts';

/** A logo's address, its size in the header in CSS pixels, and its bytes. */
type Logo = { src: string; width: number; height: number; bytes: Buffer };
/** `dark` stands on dark ground. */
export type Logos = { light: Logo; dark: Logo | undefined };
export type LogoProblem = 'format' | 'largeSvg' | 'largePng' | 'damaged';

const mostBytes = { svg: 200_000, png: 2_000_000 };
// The header's box; a PNG is kept at twice that, for dense screens.
const box = { width: 240, height: 40 };

/**
 * The logos that the settings name.
 * @throws ConfigError in one sentence, where a file is missing, too large, or no SVG or PNG
 */
export async function readLogos(files: {
  logo?: string | undefined;
  logoDark?: string | undefined;
}): Promise<Logos | undefined> {
  if (files.logo === undefined) return undefined;
  const light = await readLogo('ORGANIZATION_LOGO', files.logo);
  return {
    light,
    dark: files.logoDark === undefined ? undefined : await readLogo('ORGANIZATION_LOGO_DARK', files.logoDark),
  };
}

async function readLogo(setting: string, file: string): Promise<Logo> {
  const fail = (why: string) => new ConfigError(`${setting}: ${file} ${why}.`);
  const given = await readFile(resolve(file)).catch((error: NodeJS.ErrnoException) => {
    throw fail(`cannot be read (${error.code ?? error.message})`);
  });
  const logo = await logoOf(given);
  if (typeof logo === 'string') throw fail(why[logo]);
  return logo;
}

const why: Record<LogoProblem, string> = {
  largePng: 'is larger than 2 MB',
  format: 'is no SVG and no PNG',
  largeSvg: 'is larger than 200 kB, which is too much for the head of every page',
  damaged: 'is damaged: it cannot be drawn',
};

/** The logo in these bytes, whatever their name says. @returns why it cannot be shown */
export async function logoOf(given: Buffer): Promise<Logo | LogoProblem> {
  if (given.length > mostBytes.png) return 'largePng';
  const picture = sharp(given, { limitInputPixels: 25_000_000, failOn: 'error' });
  const { format, width, height } = await picture.metadata().catch(() => ({ format: undefined, width: 0, height: 0 }));
  if (format !== 'svg' && format !== 'png') return 'format';
  if (given.length > mostBytes[format]) return 'largeSvg';
  try {
    // Drawn once in either format: a file that is cut off has a head that is whole.
    const inBox = picture.resize({ width: box.width * 2, height: box.height * 2, fit: 'inside' });
    const drawn = await inBox.png({ palette: true }).toBuffer();
    const bytes = format === 'svg' ? given : drawn;
    const scale = Math.min(box.width / width, box.height / height);
    const name = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
    return {
      src: `/assets/logo-${name}.${format}`,
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      bytes,
    };
  } catch {
    return 'damaged';
  }
}
