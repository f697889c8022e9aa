import {
  type CommunityCall,
  describeFailure,
  type ShownFailure,
} from '../../features/communities/community-failures.ts';
import { ApiError, apiFetch } from '../../features/sessions/client/api-fetch.ts';
import { community as c } from '../../messages/community.ts';
import { follows } from '../../messages/follows.ts';
import { sendForm } from '../../islands/send-form.ts';
import { formatNumber } from '../../ui/format.ts';
import { make } from '../../ui/make.ts';
import { showToast } from '../../ui/show-toast.ts';
import { keepDraft, settleDraft } from './keep-draft.ts';

type Counts = { likeCount: number; dislikeCount: number; liked: boolean; disliked: boolean };
type Mine = {
  liked: string[];
  disliked: string[];
  own: string[];
  worked: string[];
  following: boolean;
  mayModerate: boolean;
};

/** Message for a failed call. */
function failureOf(call: CommunityCall, error: unknown): ShownFailure {
  const isAnswered = error instanceof ApiError && error.status !== 0;
  return describeFailure(
    call,
    isAnswered
      ? { status: error.status, statusText: c.statusTexts[error.status] ?? c.anError, message: error.message }
      : null,
  );
}

function toastFailure(call: CommunityCall, error: unknown): void {
  const { text, reason } = failureOf(call, error);
  showToast(reason === null ? [text] : [text, ' ', reason]);
}
const buttonsOf = (value: string) =>
  (['like', 'dislike'] as const).map((name) =>
    document.querySelector<HTMLButtonElement>(`button[form=react][name=${name}][value="${value}"]`),
  );
const countIn = (button: Element | null) => Number((button?.textContent ?? '').replace(/\D/g, ''));

function show(value: string, { likeCount, dislikeCount, liked, disliked }: Counts): void {
  const [like, dislike] = buttonsOf(value);
  const set = (button: HTMLButtonElement | null | undefined, isOn: boolean, count: number, label: string) => {
    button?.setAttribute('aria-pressed', String(isOn));
    button?.setAttribute('aria-label', label);
    const number = button?.querySelector('span');
    if (number) number.textContent = formatNumber(count);
  };
  set(like, liked, likeCount, c.helpful(likeCount));
  set(dislike, disliked, dislikeCount, c.notHelpful(dislikeCount));
}

function shown(value: string): Counts {
  const [like, dislike] = buttonsOf(value);
  return {
    likeCount: countIn(like ?? null),
    dislikeCount: countIn(dislike ?? null),
    liked: like?.getAttribute('aria-pressed') === 'true',
    disliked: dislike?.getAttribute('aria-pressed') === 'true',
  };
}

const running = new Map<string, number>();

/** Optimistic update, rolled back when the call fails. */
async function react(button: HTMLButtonElement): Promise<void> {
  const { value } = button;
  const before = shown(value);
  const isLike = button.name === 'like';
  const liked = isLike && !before.liked;
  const disliked = !isLike && !before.disliked;
  show(value, {
    liked,
    disliked,
    likeCount: before.likeCount + Number(liked) - Number(before.liked),
    dislikeCount: before.dislikeCount + Number(disliked) - Number(before.disliked),
  });
  const turn = (running.get(value) ?? 0) + 1;
  running.set(value, turn);
  const [entityType, id] = value.split('-');
  const body = { entityType, entityId: Number(id), liked, disliked };
  // To what waits for a network (islands/unsent-here.ts).
  const announce = (name: 'sent' | 'unsent') => {
    const detail = { kind: 'reaction', address: '/api/communities/reaction', body: JSON.stringify(body) };
    button.parentElement!.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  };
  try {
    const { data } = await apiFetch<{ data: Counts }>('/communities/reaction', { method: 'POST', body });
    announce('sent');
    // Of several taps, only the last one's response is shown.
    if (running.get(value) === turn) show(value, data);
  } catch (error) {
    if (running.get(value) === turn) show(value, before);
    toastFailure('write', error);
    if (error instanceof ApiError && error.status === 0 && running.get(value) === turn) announce('unsent');
  }
}

async function share(button: HTMLElement, isSignedIn: boolean): Promise<void> {
  const { share: id, title, address: url } = button.dataset;
  const ways = document.getElementById('share');
  if (navigator.share) {
    const isSent = await navigator.share({ title: title ?? '', url: url ?? location.href }).then(
      () => true,
      () => false,
    );
    if (!isSent) return;
  } else {
    ways?.toggleAttribute('hidden', !ways.hidden);
    button.setAttribute('aria-expanded', String(!ways?.hidden));
    if (ways?.hidden) return;
  }
  if (!isSignedIn) return;
  try {
    const { data } = await apiFetch<{ data: { shareCount: number } }>(`/communities/question/${id}/share`, {
      method: 'POST',
    });
    const words = button.querySelector('span');
    if (words) words.textContent = c.share(data.shareCount);
  } catch (error) {
    toastFailure('share', error);
  }
}

/** Shows the viewer's own likes and posts: the cached page is the same for everyone. */
async function showMine(thread: HTMLElement): Promise<void> {
  const values = [...thread.querySelectorAll<HTMLButtonElement>('button[form=react][name=like]')].map(
    ({ value }) => value,
  );
  const idsOf = (kind: string, most: number) =>
    values
      .filter((value) => value.startsWith(kind))
      .map((value) => Number(value.split('-')[1]))
      .slice(0, most);
  const { data } = await apiFetch<{ data: Mine }>(`/communities/question/${thread.dataset.thread}/mine`, {
    method: 'POST',
    // A read, sent with POST for the length of its lists.
    retries: 3,
    body: { commentIds: idsOf('COMMENT', 50), replyIds: idsOf('REPLY', 200) },
  });
  for (const value of values.filter((each) => !running.has(each))) {
    const { likeCount, dislikeCount } = shown(value);
    const [liked, disliked] = [data.liked.includes(value), data.disliked.includes(value)];
    // The cached count may not include the viewer's own reaction yet.
    show(value, {
      liked,
      disliked,
      likeCount: Math.max(likeCount, Number(liked)),
      dislikeCount: Math.max(dislikeCount, Number(disliked)),
    });
  }
  for (const value of data.own) {
    for (const button of buttonsOf(value)) button?.toggleAttribute('disabled', true);
    const link = thread.querySelector(`[data-post="${value}"]`);
    link?.setAttribute('aria-label', c.moreMine);
    // Without the flag: that mark means to report.
    link?.replaceChildren(c.moreMine);
  }
  for (const value of [...data.worked, ...data.own]) {
    const [kind, id] = value.split('-');
    const button = thread.querySelector<HTMLButtonElement>(`button[form=worked-form][value="${id}"]`);
    if (kind !== 'COMMENT' || !button) continue;
    button.disabled = true;
    button.setAttribute('aria-pressed', String(data.worked.includes(value)));
  }
  const follow = data.following && thread.querySelector<HTMLButtonElement>('[data-follow] button');
  if (follow) {
    follow.value = 'stop';
    follow.textContent = follows.stop;
  }
  offerActs(thread, data);
}

/** The asker's and moderators' acts: the cached page is the same for everyone. */
function offerActs(thread: HTMLElement, { own, mayModerate }: Mine): void {
  const isAsker = own.includes(`QUESTION-${thread.dataset.thread}`);
  // For the asker who is signed out: here they have buttons, and others did not ask.
  thread.querySelector('[data-did-you-ask]')?.remove();
  for (const more of thread.querySelectorAll<HTMLElement>('[data-post]')) {
    const key = more.dataset.post ?? '';
    const isAccepted = more.closest('.best') !== null;
    if (isAsker && key.startsWith('COMMENT-') && (isAccepted || !own.includes(key))) {
      const value = isAccepted ? '' : key.slice('COMMENT-'.length);
      const words = isAccepted ? c.one.unaccept : c.one.acceptIt;
      more.before(make('button', { class: 'tool', form: 'accept-form', name: 'comment', value }, words));
    }
    if (mayModerate) more.after(make('a', { class: 'tool', href: `/moderation?post=${key}` }, c.moderation.one));
  }
}

/** In the box that the server's form holds for it. */
function showProblem(form: HTMLFormElement, error: unknown): void {
  const box = form.querySelector<HTMLElement>('[data-told]');
  const [because, kept] = box?.querySelectorAll('p') ?? [];
  if (!box || !because || !kept) return;
  because.textContent = failureOf('comment', error).reason;
  kept.hidden = false;
  box.hidden = false;
}

/** Sending the same words twice posts them once. */
async function post(form: HTMLFormElement, button: HTMLButtonElement | null, isSignedIn: () => boolean) {
  const box = form.querySelector<HTMLElement>('[data-told]');
  if (box) box.hidden = true;
  const answered = await sendForm(form, button, 3);
  if (!answered) return;
  watchForm(answered, isSignedIn);
  answered.querySelector<HTMLElement>('[autofocus]')?.focus();
}

function watchForm(form: HTMLFormElement, isSignedIn: () => boolean): void {
  const area = form.querySelector('textarea');
  const used = form.querySelector('[data-used]');
  if (!area) return;
  keepDraft({ form, key: `draft:${form.dataset.write}:${form.dataset.parent}`, fields: [area] });
  form.querySelector('[data-signed-out]')?.toggleAttribute('hidden', isSignedIn());
  const count = () => {
    if (used) used.textContent = c.used(area.value.length, 5_000);
  };
  count();
  area.addEventListener('input', count);
  // Retries may take minutes: what is typed meanwhile would be neither posted nor kept.
  const hold = (isReadOnly: boolean) => {
    area.readOnly = isReadOnly;
  };
  // Back from the page of the plain form.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hold(false);
  });
  form.addEventListener('submit', (event) => {
    if (area.readOnly) return event.preventDefault();
    if (navigator.onLine === false) {
      event.preventDefault();
      return showProblem(form, null);
    }
    if (!isSignedIn() || area.value.trim() === '') return;
    event.preventDefault();
    hold(true);
    post(form, event.submitter as HTMLButtonElement | null, isSignedIn).catch((error: unknown) => {
      hold(false);
      showProblem(form, error);
    });
  });
}

export function watchThread(isSignedIn: () => boolean): void {
  settleDraft();
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-write]')) watchForm(form, isSignedIn);
  const thread = document.querySelector<HTMLElement>('[data-thread]');
  if (!thread) return;
  thread.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[form]');
    if (button?.dataset.share) {
      event.preventDefault();
      void share(button, isSignedIn());
    } else if (button?.getAttribute('form') === 'react' && isSignedIn()) {
      event.preventDefault();
      void react(button);
    }
  });
  if (isSignedIn())
    void showMine(thread).catch(() => {
      /* the page works without it */
    });
}
