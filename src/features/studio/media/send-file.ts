import type { Refusal, StudioCalls } from '../editor/studio-calls.ts';

export type MediaWords = { description?: string; credit?: string; seconds?: string };
/** Addresses of the studio's API that take files in pieces. */
export type SendTo = '/media' | '/imports';
/** `waiting`: there is no network; it goes on by itself. */
export type SendState = { at: 'sending' | 'paused' | 'waiting'; percent: number };
export type Sent = { path: string };
export type SendProblem = { message: string; why: Refusal['why'] };
export type Sending = {
  pause(): void;
  goOn(): void;
  stop(): Promise<void>;
  /** Another sending takes its place: what has arrived stays, and nothing more is told. */
  leave(): void;
};
type Listener = {
  onState(state: SendState): void;
  onSent(sent: Sent): void;
  /** The file was refused, or the person may not send it. */
  onProblem(problem: SendProblem): void;
};
export type OpenUpload = { id: string; filename: string; length: number; offset: number; digest: string | null };

/** Larger files are sent in pieces. */
const mostAtOnce = 1024 * 1024;
// A piece has to arrive within five seconds; what has arrived of a broken one is kept.
const pieceBytes = 512 * 1024;
const retryDelays = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000];

const megabyte = 1024 * 1024;
/** Somebody else may send the same file; a second time it is no accident. */
const conflictsAllowed = 2;

// Not by its date: phones give a picked file a new one each time.
// An empty digest is not stored: null is the digest of a page that cannot make one.
export const isSame = (file: Pick<File, 'name' | 'size'>, digest: string) => (open: OpenUpload) =>
  open.filename === file.name && open.length === file.size && (open.digest ?? '') === digest;

/** Of its first and last megabyte: a whole export would take a phone seconds. Empty where it cannot be told. */
async function digestOf(file: File): Promise<string> {
  try {
    const ends = new Blob([file.slice(0, megabyte), file.slice(-megabyte)]);
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await ends.arrayBuffer()));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return '';
  }
}

/** Sends a file; a large one in pieces, going on with what an earlier attempt on any device has sent of it. */
export function sendFile(calls: StudioCalls, file: File, words: MediaWords, listener: Listener): Sending {
  if (file.size > mostAtOnce) return sendInPieces(calls, '/media', file, words, listener);
  const form = new FormData();
  for (const [name, text] of Object.entries(words)) if (text.trim() !== '') form.append(name, text.trim());
  form.append('file', file);
  listener.onState({ at: 'sending', percent: 0 });
  void calls
    .call<Sent>('/media', { method: 'POST', body: form })
    .then((answer) => (answer.ok ? listener.onSent(answer.data) : listener.onProblem(answer)));
  return { pause: () => {}, goOn: () => {}, stop: async () => {}, leave: () => {} };
}

/** Each piece that arrived is kept: a broken network costs one at most. @param words that the upload carries */
export function sendInPieces(
  calls: StudioCalls,
  to: SendTo,
  file: File,
  words: Record<string, string | undefined>,
  listener: Listener,
): Sending {
  let percent = 0;
  let isPaused = false;
  let isLeft = false;
  const report = (at: SendState['at']) => isLeft || listener.onState({ at, percent });
  report('sending');
  const upload = begin();

  async function begin() {
    const [{ Upload }, open, digest] = await Promise.all([
      import('tus-js-client'),
      calls.call<OpenUpload[]>(`${to}/uploads`),
      digestOf(file),
    ]);
    const known = open.ok ? open.data.find(isSame(file, digest)) : undefined;
    const metadata = Object.entries({ ...words, filename: file.name, digest }).flatMap(([name, text = '']) =>
      text.trim() === '' ? [] : [[name, text] as const],
    );
    const one = new Upload(file, {
      endpoint: `/api/studio${to}`,
      uploadUrl: known ? `/api/studio${to}/uploads/${known.id}` : null,
      chunkSize: pieceBytes,
      retryDelays,
      metadata: Object.fromEntries(metadata),
      headers: known && to === '/imports' ? { 'Upload-Metadata': metadata.map(encoded).join(',') } : {},
      // The server knows what is half sent: nothing is kept on the device.
      storeFingerprintForResuming: false,
      onShouldRetry(error, attempt) {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status === 409 ? attempt < conflictsAllowed : isOfNetwork(status) && navigator.onLine;
      },
      onProgress(sent, total) {
        percent = Math.floor((sent / total) * 100);
        if (!isPaused) report('sending');
      },
      onError(error) {
        if (isLeft) return;
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        if (isOfNetwork(answer?.getStatus() ?? 0)) report(navigator.onLine ? 'paused' : 'waiting');
        else listener.onProblem(problemOf(answer?.getStatus() ?? 0, answer?.getBody() ?? ''));
      },
      onSuccess({ lastResponse }) {
        removeEventListener('online', goOn);
        if (isLeft) return;
        const path = lastResponse.getHeader('media-path');
        if (path) void describe(path, known !== undefined).then(() => listener.onSent({ path }));
        else listener.onProblem({ message: '', why: 'failed' });
      },
    });
    if (!isPaused) one.start();
    return one;
  }
  /** What was half sent carries the words of that time. */
  const describe = async (path: string, wasBegunBefore: boolean) => {
    const { description = '', credit = '' } = words;
    if (wasBegunBefore && to === '/media')
      await calls.call('/media', { method: 'PATCH', body: { path, description, credit } });
  };
  const goOn = () => {
    isPaused = false;
    report('sending');
    void upload.then((one) => one.start());
  };
  addEventListener('online', goOn);
  return {
    pause() {
      isPaused = true;
      void upload.then((one) => one.abort());
      report('paused');
    },
    goOn,
    async stop() {
      isPaused = true;
      removeEventListener('online', goOn);
      await upload.then((one) => one.abort(true)).catch(() => {});
    },
    leave() {
      isPaused = true;
      isLeft = true;
      removeEventListener('online', goOn);
      void upload.then((one) => one.abort()).catch(() => {});
    },
  };
}

const encoded = ([name, text]: readonly [string, string]) =>
  `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`;

const isOfNetwork = (status: number) => status === 0 || status === 408 || status >= 500;

function problemOf(status: number, body: string): SendProblem {
  const why = { 401: 'signedOut', 403: 'forbidden', 404: 'gone', 409: 'conflict', 429: 'busy' } as const;
  let message = '';
  try {
    message = (JSON.parse(body) as { message?: string }).message ?? '';
  } catch {
    /* no answer of ours */
  }
  return { message, why: why[status as keyof typeof why] ?? 'invalid' };
}
