import { check } from '../../messages/check.ts';
import { make } from '../../ui/make.ts';
import { longestMessage, pictureTypes } from './message-limits.ts';
import type { PictureProblem } from './picture-error.ts';
import { readingCachePrefix, readingFiles } from './reading-files.ts';

const megabytes = (): string => (Math.ceil(Number(import.meta.env.VITE_READING_BYTES) / 1e5) / 10).toFixed(1);

async function isCached(): Promise<boolean> {
  const name = readingCachePrefix + import.meta.env.VITE_READING_VERSION;
  if (!(await caches.has(name))) return false;
  const cache = await caches.open(name);
  return (await cache.keys()).length >= readingFiles.length;
}

/**
 * Shows 'Read a screenshot' below the message's field; what reads pictures is loaded once a picture has been picked.
 * @returns null where the browser cannot read pictures
 */
export function startPictureField(text: HTMLTextAreaElement): { offer(picture: Blob): void } | null {
  const box = text.form!.querySelector<HTMLElement>('[data-picture]')!;
  const pick = box.querySelector('button')!;
  const hint = box.querySelector<HTMLElement>('.hint')!;
  const status = box.querySelector<HTMLElement>('[role=status]')!;
  if (!('WebAssembly' in window && 'createImageBitmap' in window && 'Worker' in window)) {
    box.hidden = true;
    return null;
  }
  // Without a name, so that no form can send it.
  const input = make('input', { type: 'file', accept: pictureTypes.join(), hidden: '' });
  const bar = box.querySelector('progress')!;
  const [stop, readShared] = [...box.querySelectorAll<HTMLButtonElement>('button[hidden]')] as [
    HTMLButtonElement,
    HTMLButtonElement,
  ];
  box.append(input);
  box.classList.remove('later');

  const showSize = async () => {
    const cached = await isCached().catch(() => false);
    hint.textContent = `${cached ? check.pictureReady : check.pictureNeeds(megabytes())} ${check.pictureStays}`;
  };
  let running: AbortController | undefined;
  let last = '';
  const put = (found: string) => {
    const typed = text.value.trim() === last ? '' : text.value.trim();
    text.value = (typed === '' ? found : `${typed}\n${found}`).slice(0, longestMessage);
    last = text.value.trim();
    text.dispatchEvent(new Event('input', { bubbles: true }));
    text.focus();
  };
  const work = (isRunning: boolean) => {
    pick.disabled = isRunning;
    bar.hidden = stop.hidden = !isRunning;
  };
  const read = async (file: Blob) => {
    running = new AbortController();
    const { signal } = running;
    status.textContent = '';
    bar.removeAttribute('value');
    work(true);
    stop.focus();
    let stage = '';
    const onProgress = (now: 'fetching' | 'reading', part: number) => {
      bar.value = part;
      if (now !== stage) status.textContent = check.pictureStage[now];
      stage = now;
    };
    try {
      const { readPicture } = await import('./read-picture.ts');
      const found = await readPicture(file, { signal, onProgress });
      status.textContent = found === '' ? check.pictureProblem.empty : check.pictureDone;
      work(false);
      if (found === '') pick.focus();
      else put(found);
    } catch (error) {
      const problem = (error as { problem?: PictureProblem }).problem;
      const isUnreached = error instanceof TypeError;
      status.textContent = signal.aborted
        ? check.pictureStopped
        : check.pictureProblem[problem ?? (isUnreached ? 'offline' : 'device')];
      work(false);
      pick.focus();
    }
    void showSize();
  };

  pick.addEventListener('click', () => input.click());
  stop.addEventListener('click', () => running?.abort());
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // So that picking the same picture again is a change, too.
    input.value = '';
    if (file) void read(file);
  });
  void showSize();
  return {
    /** Reads a shared picture; where that needs a download, once a button says so. */
    offer(picture) {
      void isCached()
        .catch(() => false)
        .then((cached) => {
          if (cached) return read(picture);
          status.textContent = check.pictureShared;
          readShared.hidden = false;
          readShared.addEventListener('click', () => {
            readShared.hidden = true;
            void read(picture);
          });
          return readShared.focus();
        });
    },
  };
}
