import {
  type CommunityCall,
  describeFailure,
  type ShownFailure,
} from '../../features/communities/community-failures.ts';
import { ApiError, apiFetch } from '../../features/sessions/client/api-fetch.ts';
import { community as c } from '../../messages/community.ts';
import { loginAddress } from '../../platform/safe-redirect.ts';
import { formatNumber } from '../../ui/format.ts';
import { showToast } from '../../ui/show-toast.ts';
import { keepDraft, settleDraft } from './keep-draft.ts';
import { offerActs } from './offer-acts.ts';

type Counts = { likeCount: number; dislikeCount: number; liked: boolean; disliked: boolean };
type Mine = { liked: string[]; disliked: string[]; own: string[]; mayModerate: boolean };

/** Message for a failed call. */
function failureOf(call: CommunityCall, error: unknown): ShownFailure {
  const isAnswered = error instanceof ApiError && error.status !== 0;
  return describeFailure(
    call,
    isAnswered ? { status: error.status, statusText: c.statusTexts[error.status] ?? '', message: error.message } : null,
  );
}

function toastFailure(call: CommunityCall, error: unknown): void {
  const { text, reason } = failureOf(call, error);
  showToast({ title: text, ...(reason === null ? {} : { text: reason }), tone: 'warn' });
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
    liked: like?.ariaPressed === 'true',
    disliked: dislike?.ariaPressed === 'true',
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
  try {
    const { data } = await apiFetch<{ data: Counts }>('/communities/reaction', {
      method: 'POST',
      body: { entityType, entityId: Number(id), liked, disliked },
    });
    // Of several taps, only the last one's response is shown.
    if (running.get(value) === turn) show(value, data);
  } catch (error) {
    if (running.get(value) === turn) show(value, before);
    toastFailure('write', error);
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
    const link = thread.querySelector(`[data-post="${value}"]`);
    link?.setAttribute('aria-label', c.moreMine);
    // Without the flag: that mark means to report.
    link?.replaceChildren(c.moreMine);
  }
  offerActs(thread, data);
}

function tell(form: HTMLFormElement, error: unknown): void {
  let box = form.querySelector<HTMLElement>('[data-told]');
  if (!box) {
    box = document.createElement('div');
    box.dataset.told = '';
    box.className = 'call bad';
    box.setAttribute('role', 'alert');
    form.querySelector('.field')?.before(box);
  }
  const title = document.createElement('b');
  const { text, reason } = failureOf('comment', error);
  title.textContent = text;
  const words = document.createElement('p');
  words.textContent = c.draftKept;
  const because = document.createElement('p');
  because.textContent = reason;
  box.replaceChildren(title, ...(reason === null ? [] : [because]), words);
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const link = document.createElement('a');
  link.href = loginAddress(`${location.pathname}${location.search}#${form.id}`);
  link.textContent = c.signInToGoOn;
  words.append(' ', link);
}

/** Posts without a navigation; what needs a server step first (number warning, sign-in) submits the plain form. */
async function post(form: HTMLFormElement, key: string): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[name=do]');
  const body = form.querySelector('textarea')?.value.replace(/\r\n?/g, '\n') ?? '';
  const parent = Number(form.dataset.parent);
  const isReply = form.dataset.write === 'reply';
  button?.setAttribute('aria-disabled', 'true');
  form.querySelector('[data-told]')?.remove();
  try {
    const { data } = await apiFetch<{ data: { id: number } }>(
      isReply ? '/communities/reply/create' : '/communities/comment/create',
      {
        method: 'POST',
        idempotencyKey: key,
        body: isReply ? { commentId: parent, body } : { questionId: parent, body },
      },
    );
    form.dispatchEvent(new Event('posted'));
    const place = await placeOf(isReply, parent, data.id);
    // A change of fragment alone does not reload the page.
    if (place.split('#')[0] === location.pathname + location.search) {
      location.hash = place.split('#')[1] ?? '';
      location.reload();
    } else {
      location.assign(place);
    }
  } catch (error) {
    tell(form, error);
  } finally {
    button?.removeAttribute('aria-disabled');
  }
}

async function placeOf(isReply: boolean, parent: number, id: number): Promise<string> {
  const list = isReply ? `/communities/comment/${parent}/replies` : `/communities/question/${parent}/comments`;
  const size = isReply ? 50 : 20;
  const { total } = await apiFetch<{ total: number }>(list, { method: 'POST', body: { size: 1 } }).catch(() => ({
    total: 1,
  }));
  const page = Math.max(1, Math.ceil(total / size));
  const query = new URLSearchParams({
    ...(isReply ? { answer: String(parent) } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  return `${location.pathname}${query === '' ? '' : `?${query}`}#${isReply ? 'reply' : 'comment'}-${id}`;
}

async function hasNumbers(text: string): Promise<boolean> {
  const { findPersonalNumbers } = await import('../../features/communities/find-personal-numbers.ts');
  return findPersonalNumbers(text).length > 0;
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
  // Idempotency key: a retry of the same text after a lost response is the same post; editing makes a new key.
  let key = crypto.randomUUID();
  area.addEventListener('input', () => {
    key = crypto.randomUUID();
  });
  let isBusy = false;
  const hold = (isHeld: boolean) => {
    isBusy = isHeld;
    area.readOnly = isHeld;
  };
  // Back from the page of the plain form.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hold(false);
  });
  form.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (isBusy) event.preventDefault();
    if (isBusy || !isSignedIn() || (button && button.value !== 'post') || area.value.trim() === '') return;
    event.preventDefault();
    // A script or a page may be on its way, and retries may take minutes: what is typed meanwhile would be neither posted
    // nor kept.
    hold(true);
    void hasNumbers(area.value)
      // Where that script cannot be had, the server looks for numbers.
      .catch(() => true)
      .then((mustAsk) => (mustAsk ? form.submit() : post(form, key).finally(() => hold(false))));
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
