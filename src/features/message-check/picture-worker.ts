import { PictureError, type ReadingOptions } from './picture-error.ts';

type Input = {
  workerUrl: string;
  coreUrl: string;
  languages: { code: string; data: Uint8Array }[];
  /** A PNG. */
  image: Uint8Array;
};
type Answer =
  | { status: 'resolve'; data: unknown }
  | { status: 'reject'; data: unknown }
  | { status: 'progress'; data: { status: string; progress: number } };
type Found = { text: string; confidence: number };
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
};

/** Longer than a slow phone needs for one line. */
const longestSilenceMs = 90_000;
const lstmOnly = 1;
/** Automatic page segmentation: a screenshot has bars, bubbles and pictures around its text. */
const automatic = '3';

let trusted: { createScriptURL(url: string): string } | undefined;

function startWorker(url: string): Worker {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // Only an address that the build has written comes here.
  trusted ??= trustedTypes?.createPolicy('nagrik-reading', { createScriptURL: (known) => known });
  return new Worker(trusted ? trusted.createScriptURL(url) : url);
}

/**
 * Speaks the protocol of tesseract.js's worker itself: the package's createWorker neither stops while it loads nor
 * tells that WebAssembly ran out of memory.
 */
export async function recognise(input: Input, { signal, onProgress }: ReadingOptions): Promise<Found> {
  const worker = startWorker(input.workerUrl);
  let pending: { resolve: (data: unknown) => void; reject: (error: Error) => void } | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const fail = () => pending?.reject(new PictureError('device'));
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(fail, longestSilenceMs);
  };
  const call = (action: string, payload: object) =>
    new Promise<unknown>((resolve, reject) => {
      pending = { resolve, reject };
      listen();
      worker.postMessage({ workerId: 'reading', jobId: action, action, payload });
    });
  worker.addEventListener('error', fail);
  worker.addEventListener('message', ({ data: answer }: MessageEvent<Answer>) => {
    listen();
    if (answer.status === 'resolve') pending?.resolve(answer.data);
    else if (answer.status === 'reject') fail();
    else if (answer.data.status === 'recognizing text') onProgress('reading', answer.data.progress);
  });
  signal.addEventListener('abort', () => pending?.reject(signal.reason as Error));
  try {
    signal.throwIfAborted();
    onProgress('reading', 0);
    await call('load', { options: { lstmOnly: true, corePath: input.coreUrl, logging: false } });
    const options = { cacheMethod: 'none', gzip: true, lstmOnly: true };
    await call('loadLanguage', { langs: input.languages, options });
    const langs = input.languages.map(({ code }) => code).join('+');
    await call('initialize', { langs, oem: lstmOnly, config: {} });
    await call('setParameters', { params: { tessedit_pageseg_mode: automatic } });
    return (await call('recognize', { image: input.image, options: {}, output: { text: true } })) as Found;
  } finally {
    clearTimeout(silence);
    worker.terminate();
  }
}
