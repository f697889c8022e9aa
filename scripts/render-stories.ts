/** Draws the pictures of the web stories in content/webstories, with the renderer of the clips. */
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { IconName } from '../src/ui/icons.ts';
import {
  cloth,
  colouringOf,
  escapeHtml,
  iconSvg,
  label,
  paletteOf,
  seal,
  tiles,
  wordmark,
  type Look,
} from './render-videos/cloth.ts';
import { openDrawing } from './render-videos/draw.ts';
import { contentDir, readStories, type Story } from './render-videos/read-clips.ts';

const help = `Draws the pictures of content/webstories into content/media/stories.

  node scripts/render-stories.ts [--only KEY] [--force]

  --only KEY   one story; may be given several times
  --force      also pictures that are already there
  --help       this text

Needs chromium (CHROMIUM_PATH, default /usr/bin/chromium). Stop it at any time; the next run goes on.`;

const outDir = join(contentDir, 'media/stories');
const page = { width: 720, height: 1280, tile: 96 };
const poster = { width: 640, height: 853 };
const heaviest = 40_000;

// The first pattern that matches a page's text decides its drawing.
const drawings: [RegExp, IconName][] = [
  [/\b(call|phone|dial|helpline|ring)\b/i, 'phone'],
  [/\b(wait|minutes?|hours?|days?|late)\b/i, 'clock'],
  [/\b(records?|copy|copies|papers?|documents?|write|form)\b/i, 'papers'],
  [/\b(otp|pin|password|lock)\b/i, 'lock'],
  [/\b(message|whatsapp|sms|link)\b/i, 'chat'],
  [/\b(check|done|status)\b/i, 'tick'],
  [/\b(search|find|look)\b/i, 'search'],
  [/\b(post|letter|email)\b/i, 'mail'],
  [/\b(home|house)\b/i, 'home'],
  [/\b(warn|danger|never|fraud|scam)\b/i, 'alert'],
];
// Amounts, short phone numbers and periods, which make a good label.
const figurePattern =
  /₹\d[\d,]*\d|₹\d|\b(?:112|139|181|1033|1098|1906|1915|1930|1947|14567|15100|155261)\b|\b\d+ (?:hours|days|months)\b/;

// An amount in an exclusion would be read as an amount that is granted.
const figureOf = (words: string) => (/left out|not covered/i.test(words) ? undefined : figurePattern.exec(words)?.[0]);

function figureIcon(figure: string, look: Look, used: Set<string>): string {
  const icon = figure.startsWith('₹') ? look.icon : /^\d+$/.test(figure) ? 'phone' : 'clock';
  const isFresh = !used.has(icon);
  used.add(icon);
  return isFresh ? icon : look.icon;
}
const kinara = `<div style="height:26px;background:#F2A20C;-webkit-mask:url(&quot;data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 14'%3E%3Cpath d='M0 0h24v1.5H0zm0 12.5h24V14H0zM12 3l5 8H7zM0 3l4 4-4 4zm24 0-4 4 4 4z'/%3E%3C/svg%3E&quot;) 0/44px 26px"></div>`;

/** Upper cloth with its seal or label, a border, and a plainer, darker cloth below for the text. */
function pageHtml(story: Story, index: number, used: Set<string>): { html: string; palette: string } {
  const look = story.looks[index % story.looks.length] as Look;
  const { words } = story.pages[index] ?? { words: '' };
  const found = figureOf(words);
  const figure = found && !used.has(found) ? found : undefined;
  if (figure) used.add(figure);
  const drawing = drawings.find(([pattern, name]) => pattern.test(words) && !used.has(name))?.[1];
  const icon = (index && drawing) || look.icon;
  if (!figure) used.add(icon);
  const stamp = figure
    ? label(figureIcon(figure, look, used), { value: figure, note: '' }, figure.length > 5 ? 96 : 120)
    : seal(icon, 380);
  const upper = cloth(((look.pattern - 1 + index) % tiles.length) + 1, page.tile, page.width, 780, stamp);
  const lower = cloth(((look.pattern + 1 + index) % tiles.length) + 1, page.tile / 2, page.width, page.height - 806);
  return {
    palette: paletteOf(look, colouringOf(index)),
    html: `<div style="width:${page.width}px;background:var(--deep)">${upper}<div style="background:var(--deep)">${kinara}</div><div style="--g:var(--deep);--p:#fff;--strength:.06">${lower}</div></div>`,
  };
}

function posterHtml(story: Story): { html: string; palette: string } {
  const look = story.looks[0] as Look;
  const upper = cloth(look.pattern, 80, poster.width, 400, seal(look.icon, 270));
  return {
    palette: paletteOf(look, 'c'),
    html: `<div style="position:relative;width:${poster.width}px;height:${poster.height}px;background:#073F47;color:#fff"><span style="position:absolute;z-index:1;top:0;right:28px;display:flex;zoom:1.7">${wordmark}</span>
      ${upper}<div style="border-top:8px solid #F2A20C;padding:0 40px"><span style="display:inline-flex;gap:10px;align-items:center;padding:8px 18px 10px;border-radius:0 0 10px 10px;background:#F2A20C;color:#16222B;font:600 26px/1.3 Poppins">${iconSvg(look.icon)}${escapeHtml(look.name)}</span>
      <h1 data-fit style="font:600 calc(56px*var(--scale))/1.22 Poppins;height:330px;padding-top:28px;letter-spacing:-.015em;text-wrap:balance;--scale:1">${escapeHtml(story.title)}</h1></div></div>`,
  };
}

/** WebP at the best quality within the size limit. */
async function toWebp(png: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  const picture = sharp(png)
    .extract({ left: 0, top: 0, ...size })
    .flatten();
  for (const quality of [82, 74, 66, 58, 50, 42, 34]) {
    const webp = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length <= heaviest) return webp;
  }
  throw new Error(`a picture is heavier than ${heaviest} bytes at the lowest quality`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, force: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(help);
  const stories = (await readStories()).filter(({ key }) => !values.only || values.only.includes(key));
  await mkdir(outDir, { recursive: true });
  const drawing = await openDrawing();
  let total = 0;
  try {
    for (const [number, story] of stories.entries()) {
      const used = new Set<string>();
      const pictures = [
        ...story.pages.map(({ image }, index) => ({ name: image, size: page, ...pageHtml(story, index, used) })),
        { name: story.poster, size: poster, ...posterHtml(story) },
      ];
      let bytes = 0;
      for (const { name, size, html, palette } of pictures) {
        const target = join(outDir, name);
        if (
          !values.force &&
          (await access(target).then(
            () => true,
            () => false,
          ))
        )
          continue;
        const webp = await toWebp(await drawing.draw(html, palette), { width: size.width, height: size.height });
        await writeFile(`${target}.new`, webp);
        await rename(`${target}.new`, target);
        bytes += webp.length;
      }
      total += bytes;
      console.log(
        `${number + 1} of ${stories.length}  ${story.key}  ${pictures.length} pictures  ${Math.round(bytes / 1000)} kB`,
      );
    }
  } finally {
    await drawing.close();
  }
  console.log(`${(total / 1e6).toFixed(1)} MB written`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
