import { studioEditor } from '../../../messages/studio-editor.ts';
import { studioMedia as words } from '../../../messages/studio-media.ts';
import { make } from '../../../ui/make.ts';
import { studioCalls } from '../editor/studio-calls.ts';

type Props = { person: string; path: string; name: string };
const widest = 1_280;

/** The clip's picture of this moment, cut on the device. Null before the first picture has loaded. */
async function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const scale = Math.min(1, widest / width);
  const canvas = make('canvas', {});
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}

/** Beside a clip on the media desk: cuts its poster, and reads captions from a file into their field. */
export function start(element: HTMLElement, { person, path, name }: Props): void {
  const calls = studioCalls(person);
  const video = element.querySelector('video');
  const row = element.querySelector<HTMLElement>('[data-poster]');
  if (!video || !row) return;
  const [button, status] = [row.querySelector('button')!, row.querySelector('[role=status]')!];
  button.addEventListener('click', () => void cut());
  row.hidden = false;

  async function cut() {
    const picture = await pictureOf(video!);
    if (!picture) return void (status.textContent = words.posterHint);
    button.disabled = true;
    const form = new FormData();
    form.append('description', words.posterDescription(name).slice(0, 1_000));
    form.append('file', picture, 'poster.jpg');
    const sent = await calls.call<{ path: string }>('/media', { method: 'POST', body: form });
    const set = sent.ok
      ? await calls.call('/media', { method: 'PATCH', body: { path, poster: sent.data.path } })
      : sent;
    button.disabled = false;
    if (sent.ok) video!.poster = sent.data.path;
    status.textContent = set.ok
      ? words.saved
      : set.message || studioEditor.why[set.why === 'conflict' ? 'failed' : set.why];
    return undefined;
  }

  const captions = element.querySelector<HTMLElement>('[data-captions]');
  const [file, area] = [captions?.querySelector('input'), captions?.parentElement?.querySelector('textarea')];
  if (!captions || !file || !area) return;
  file.addEventListener('change', () => void file.files?.[0]?.text().then((text) => (area.value = text)));
  captions.hidden = false;
}
