import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloth, colouringOf, escapeHtml, iconSvg, label, paletteOf, seal, wordmark } from './cloth.ts';
import type { Draw } from './draw.ts';
import type { Clip } from './read-clips.ts';

export const frame = { width: 360, height: 640, tile: 44 };
/** Top edge of the panel: low in the opening, then higher, to leave more room for text. */
export const panelTop = { opening: 290, later: 180 };

const hindiNames: Record<string, string> = {
  schemes: 'योजनाएँ',
  documents: 'दस्तावेज़',
  scams: 'ठगी',
  tax: 'कर',
  insurance: 'बीमा',
  travel: 'यात्रा',
  finance: 'पैसा',
  jobs: 'सरकारी नौकरी',
  entertainment: 'मनोरंजन',
  ecommerce: 'ऑनलाइन खरीद',
  environment: 'पर्यावरण',
  social: 'समाज',
  rights: 'अधिकार',
  housing: 'घर',
  women: 'महिलाएँ',
  transport: 'सड़क',
  agriculture: 'खेती',
  food: 'राशन और खाना',
  startup: 'कारोबार',
  employment: 'रोज़गार',
  health: 'सेहत',
};

// The panel's colour contrasts with the cloth: deep on pale cloth, paper on deep, night on medium.
const panels = {
  a: {
    back: 'var(--deep)',
    ink: '#fff',
    soft: '#fff',
    tab: 'background:var(--pale);color:var(--deep)',
    track: '#ffffff55',
  },
  b: { back: '#fff', ink: 'var(--deep)', soft: '#16222B', tab: 'background:var(--deep);color:#fff', track: '#DEE4DE' },
  c: { back: '#073F47', ink: '#fff', soft: '#fff', tab: 'background:#F2A20C;color:#16222B', track: '#ffffff44' },
};

const pill = (clip: Clip) => (clip.lang === 'hi' ? hindiNames[clip.look.icon] : undefined) ?? clip.look.name;

/** Keeps phone numbers, codes and amounts on one line. */
const keepWhole = (text: string) =>
  escapeHtml(text)
    .replace(/(₹[\d,.]+) (lakh|crore|लाख)/g, '$1\u00a0$2')
    .replace(/(\d+) (lakh|per cent|days|am|pm|kW)/g, '$1\u00a0$2')
    .replace(
      /\b((?:[a-z0-9-]+\.)+(?:in|com|org)[,.]?|1800 114 770\.?|(?:e-KYC|e-PAN|PM-KISAN|e-Jagriti|SHe-Box|14-digit|e-voucher|e-ticket)\b)/g,
      '<span style="white-space:nowrap">$1</span>',
    )
    .replace(/ई-केवाईसी/g, '<span style="white-space:nowrap">$&</span>');

function wordsOf(clip: Clip, index: number): string {
  const { soft, ink } = panels[colouringOf(clip.id)];
  const scene = clip.scenes[index] ?? { heading: '', text: '' };
  const height = frame.height - (index ? panelTop.later : panelTop.opening) - 48 - 62;
  const [head, body, lead] = index ? [36, 27, 16] : [32, 24, 12];
  const [headLine, bodyLine] = clip.lang === 'hi' ? [1.42, 1.6] : [1.2, 1.42];
  return `<div style="width:${frame.width}px;padding:0 22px;color:${soft}"><div data-fit style="height:${height}px;overflow:hidden;--scale:1">
    <h1 style="font:600 calc(${head}px*var(--scale))/${headLine} Poppins;letter-spacing:${clip.lang === 'hi' ? 0 : '-.01em'};color:${ink};text-wrap:balance;margin-bottom:${lead}px">${keepWhole(scene.heading)}</h1>
    <p style="font-size:calc(${body}px*var(--scale));line-height:${bodyLine};text-wrap:pretty;overflow-wrap:break-word">${keepWhole(scene.text)}</p></div></div>`;
}

function panelOf(clip: Clip): string {
  const { back, tab, track } = panels[colouringOf(clip.id)];
  return `<div style="width:${frame.width}px;height:${frame.height - panelTop.later}px;background:${back};border-top:6px solid;border-image:linear-gradient(${track},${track}) 1;background-clip:border-box">
    <span style="display:inline-flex;gap:6px;align-items:center;margin-left:22px;padding:4px 11px 5px;border-radius:0 0 6px 6px;font:600 15px/1.35 Poppins;${tab}">${iconSvg(clip.look.icon)}${escapeHtml(pill(clip))}</span></div>`;
}

const onTop = (inside: string, height: number) =>
  `<div style="position:relative;width:${frame.width}px;height:${height}px;display:grid;place-items:center;padding-top:24px"><span style="position:absolute;top:0;right:16px;display:flex">${wordmark}</span>${inside}</div>`;

const stampOf = (clip: Clip) =>
  clip.label ? label(clip.look.icon, clip.label, clip.label.value.length > 7 ? 46 : 56) : seal(clip.look.icon, 190);

export type Layers = { cloth: string; opening: string; later: string; panel: string; words: string[] };

/** Draws a clip's layers as PNG files, which the encoder animates. */
export async function drawLayers(clip: Clip, draw: Draw, folder: string): Promise<Layers> {
  const palette = paletteOf(clip.look, colouringOf(clip.id));
  const save = async (name: string, html: string) => {
    const path = join(folder, `${name}.png`);
    await writeFile(path, await draw(html, palette));
    return path;
  };
  const words: string[] = [];
  for (const index of clip.scenes.keys()) words.push(await save(`words-${index}`, wordsOf(clip, index)));
  return {
    words,
    cloth: await save('cloth', cloth(clip.look.pattern, frame.tile, frame.width + frame.tile, frame.height)),
    opening: await save('opening', onTop(stampOf(clip), panelTop.opening)),
    later: await save(
      'later',
      onTop(
        clip.label ? label(null, { value: clip.label.value, note: '' }, 46) : seal(clip.look.icon, 128),
        panelTop.later,
      ),
    ),
    panel: await save('panel', panelOf(clip)),
  };
}

/** The clip's poster: cloth with its label or seal, as on the site's cards. */
export const drawPoster = (clip: Clip, draw: Draw): Promise<Buffer> =>
  draw(
    cloth(clip.look.pattern, frame.tile, frame.width, frame.height, stampOf(clip)),
    paletteOf(clip.look, colouringOf(clip.id)),
  );
