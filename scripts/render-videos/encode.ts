import { spawn } from 'node:child_process';
import type { Narration } from './narrate.ts';
import { frame, panelTop, type Layers } from './slides.ts';

export const fps = 12;

function ffmpeg(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}: ${errors}`))));
  });
}

/**
 * FFmpeg filter graph: the cloth drifts, the panel rises after the first scene, words fade in, a line shows the
 * progress.
 */
function graphOf(narration: Narration): string {
  const { seconds, scenes } = narration;
  const rise = scenes[1]?.start ?? seconds;
  const { opening, later } = panelTop;
  const top = `if(lt(t,${rise}),${opening},${later}+${opening - later}*exp(-9*(t-${rise})))`;
  const still = (input: number, length: number) =>
    `[${input}:v]loop=loop=-1:size=1,trim=duration=${length},setpts=N/${fps}/TB`;
  const steps = [
    // Steps of two pixels: the subsampled chroma planes (4:2:0) then move by whole pixels, which costs almost nothing
    // to encode.
    `${still(0, seconds)},crop=${frame.width}:${frame.height}:x='2*mod(floor(n/2),${frame.tile / 2})':y=0,format=yuv420p[cloth]`,
    `${still(1, rise + 0.25)},fade=t=out:st=${rise}:d=0.25:alpha=1[opening]`,
    `${still(2, seconds - rise || 0.1)},fade=t=in:st=0:d=0.4:alpha=1,setpts=PTS+${rise}/TB[later]`,
    `${still(3, seconds)}[panel]`,
    `color=c=0xF2A20C:s=${frame.width}x6:r=${fps}:d=${seconds}[line]`,
    '[cloth][opening]overlay=0:0:eof_action=pass[v0]',
    '[v0][later]overlay=0:0:eof_action=pass[v1]',
    `[v1][panel]overlay=x=0:y='${top}'[v2]`,
    `[v2][line]overlay=x='-${frame.width}+${frame.width}*(t+1/${fps})/${seconds}':y='${top}'[w0]`,
    ...scenes.map(
      ({ start, length }, index) =>
        `${still(4 + index, length)},fade=t=in:st=0:d=0.35:alpha=1,setpts=PTS+${start}/TB[t${index}]`,
    ),
    ...scenes.map((_, index) => `[w${index}][t${index}]overlay=x=0:y='${top}+48':eof_action=pass[w${index + 1}]`),
  ];
  return steps.join(';');
}

/** Encodes the clip: H.264 main profile, mono AAC, with the index in front (faststart). */
export async function encode(layers: Layers, narration: Narration, target: string): Promise<void> {
  const pictures = [layers.cloth, layers.opening, layers.later, layers.panel, ...layers.words];
  await ffmpeg([
    ...pictures.flatMap((path) => ['-framerate', String(fps), '-i', path]),
    '-i',
    narration.wav,
    '-filter_complex_threads',
    '1',
    '-filter_complex',
    graphOf(narration),
    '-map',
    `[w${layers.words.length}]`,
    '-map',
    `${pictures.length}:a`,
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-preset',
    'veryslow',
    '-tune',
    'animation',
    '-crf',
    '28',
    '-g',
    String(fps * 25),
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '1',
    '-af',
    'lowpass=f=7500',
    '-c:a',
    'aac',
    '-b:a',
    '22k',
    '-ac',
    '1',
    '-ar',
    '22050',
    '-t',
    String(narration.seconds),
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    target,
  ]);
}
