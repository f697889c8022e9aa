/** Renders the short clips of content/videos: pictures by chromium, voice by espeak-ng, film by ffmpeg. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openDrawing, type Draw } from './render-videos/draw.ts';
import { encode, fps } from './render-videos/encode.ts';
import { captionsOf, narrate } from './render-videos/narrate.ts';
import { contentDir, readClips, type Clip } from './render-videos/read-clips.ts';
import { drawLayers, drawPoster } from './render-videos/slides.ts';

const help = `Renders the clips of content/videos into content/media/videos.

  node scripts/render-videos.ts [--only KEY] [--force]

  --only KEY   one clip; may be given several times
  --force      also the clips that have not changed
  --help       this text

Needs espeak-ng, ffmpeg and chromium (CHROMIUM_PATH, default /usr/bin/chromium).
A clip whose scenes, label and look are as in manifest.json is left alone. Stop it at any time; the next run goes on.`;

// Raise it when the drawing or the voice changes, so that every clip is rendered again.
const rendering = 1;
const outDir = join(contentDir, 'media/videos');
const manifestPath = join(outDir, 'manifest.json');

type Entry = { durationSeconds: number; bytes: number; hash: string };
type Manifest = Record<string, Entry>;

const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(manifestPath, 'utf8').catch(() => '{}')) as Manifest;

async function writeManifest(manifest: Manifest): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(`${manifestPath}.new`, `${JSON.stringify(sorted, null, 2)}\n`);
  await rename(`${manifestPath}.new`, manifestPath);
}

const hashOf = ({ id, lang, scenes, label, look }: Clip) =>
  createHash('sha256')
    .update(JSON.stringify([rendering, id % 3, lang, scenes, label, look]))
    .digest('hex')
    .slice(0, 16);

const filesOf = (clip: Clip) =>
  ['mp4', 'webp', `${clip.lang}.vtt`].map((ending) => join(outDir, `${clip.key}.${ending}`));
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function isCurrent(clip: Clip, manifest: Manifest): Promise<boolean> {
  return manifest[clip.key]?.hash === hashOf(clip) && (await Promise.all(filesOf(clip).map(isThere))).every(Boolean);
}

async function renderClip(clip: Clip, draw: Draw, folder: string): Promise<Entry> {
  const narration = await narrate(clip.scenes, clip.lang, fps, folder);
  const layers = await drawLayers(clip, draw, folder);
  const made = ['mp4', 'webp', 'vtt'].map((ending) => join(folder, `clip.${ending}`));
  const [film = '', poster = '', captions = ''] = made;
  await encode(layers, narration, film);
  await sharp(await drawPoster(clip, draw))
    .webp({ quality: 76, effort: 6 })
    .toFile(poster);
  await writeFile(captions, captionsOf(clip.scenes, narration, clip.lang));
  // Copied beside the target first: the temporary folder may be on another file system, and a rename is atomic.
  for (const [index, target] of filesOf(clip).entries()) {
    await copyFile(made[index] ?? '', `${target}.new`);
    await rename(`${target}.new`, target);
  }
  return { durationSeconds: Math.round(narration.seconds), bytes: (await stat(film)).size, hash: hashOf(clip) };
}

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, force: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(help);
  const all = await readClips();
  const unknown = values.only?.filter((key) => !all.some((clip) => clip.key === key)) ?? [];
  if (unknown.length) throw new Error(`no such clip in content/videos: ${unknown.join(', ')}`);
  await mkdir(outDir, { recursive: true });
  const manifest = await readManifest();
  const gone = Object.keys(manifest).filter((key) => !all.some((clip) => clip.key === key));
  for (const key of gone) delete manifest[key];
  if (gone.length) console.log(`no longer in content/videos, files left in place: ${gone.join(', ')}`);
  const todo: Clip[] = [];
  for (const clip of all)
    if ((!values.only || values.only.includes(clip.key)) && (values.force || !(await isCurrent(clip, manifest))))
      todo.push(clip);
  console.log(`${all.length} clips, ${todo.length} to render`);
  const drawing = await openDrawing();
  const began = Date.now();
  try {
    for (const [index, clip] of todo.entries()) {
      const folder = await mkdtemp(join(tmpdir(), 'nagrik-clip-'));
      const stop = () => {
        rmSync(folder, { recursive: true, force: true });
        process.exit(130);
      };
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        manifest[clip.key] = await renderClip(clip, drawing.draw, folder);
        await writeManifest(manifest);
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
        await rm(folder, { recursive: true, force: true });
      }
      const each = (Date.now() - began) / 1000 / (index + 1);
      const { durationSeconds = 0, bytes = 0 } = manifest[clip.key] ?? {};
      console.log(
        `${index + 1} of ${todo.length}  ${clip.key}  ${durationSeconds} s  ${Math.round(bytes / 1000)} kB  eta ${minutes(each * (todo.length - index - 1))}`,
      );
    }
  } finally {
    await drawing.close();
  }
  await writeManifest(manifest);
  const total = Object.values(manifest).reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${Object.keys(manifest).length} clips, ${(total / 1e6).toFixed(1)} MB of film`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
