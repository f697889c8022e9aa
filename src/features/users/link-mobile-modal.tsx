import {
  type FormEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { linkMobile } from '../../messages/visitor-parts.ts';
import { apiHere } from '../../platform/settings/site-languages.ts';
import { countDown, watchMessage, codeLength } from '../../ui/code-step.ts';
import { Changing } from '../../ui/changing.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDuration, fullStop } from '../../ui/format.ts';
import '../../ui/forms.css';
import { Sign } from '../../ui/sign.tsx';
import { make } from '../../ui/make.ts';
import { briefMs, showToast } from '../../ui/show-toast.ts';
import { normalisePhone } from '../otp/identifiers.ts';
import { ApiError, apiFetch } from '../sessions/client/api-fetch.ts';
import { writeHint } from '../sessions/client/change-hints.ts';
import { readHint } from '../sessions/client/hint-cookies.ts';
import { sessionStore } from '../sessions/client/session-store.ts';
import styles from './link-mobile-modal.module.css';
import {
  changeNumber,
  codeSent,
  fillDigits,
  type LinkMobileState,
  otpVerified,
  putOffModal,
  typeNumber,
  linkMobileStore,
  clearDigit,
} from './link-mobile-state.ts';

type Sent = { data: { resendInSeconds: number; channel?: 'phone' | 'email' } };
/** Set when the number belongs to another account: whether merging needs a fresh proof of the own identifier first. */
type Joining = null | { isProven: true } | { isProven: false; where: string };

const post = <Answer,>(path: string, body: object) => apiFetch<Answer>(path, { method: 'POST', body });

const announce = (title: string, text: string) => showToast([make('b', {}, title), ' ', text], 'toast', briefMs);

function done(isJoined: boolean): void {
  writeHint('isPhoneLinked', 'true');
  // The live region is back in the page before it changes.
  flushSync(otpVerified);
  announce(linkMobile.verifiedTitle, isJoined ? linkMobile.joined : linkMobile.verified);
  void sessionStore.refresh();
}

/** The dialog 'Link Your Mobile Number'. */
export function LinkMobileModal() {
  const state = useSyncExternalStore(linkMobileStore.subscribe, linkMobileStore.read);
  return state.isModalOpen ? <OpenModal {...state} /> : null;
}

function OpenModal({ step, digits, number }: LinkMobileState) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [joining, setJoining] = useState<Joining>(null);
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useLayoutEffect(() => (until === 0 ? undefined : countDown(until, setLeft)), [until]);
  const wait = (seconds: number) => setUntil(Date.now() + seconds * 1_000);
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const isWaiting = step === 2 && joining === null;
  useEffect(() => {
    if (!isWaiting) return;
    const abort = new AbortController();
    watchMessage((text) => fillDigits(0, text), abort.signal);
    return () => abort.abort();
  }, [isWaiting]);

  // Each step, and each failed attempt, moves the focus to its first field.
  const focusKey = `${step}${joining ? String(joining.isProven) : ''}${problem}`;
  useEffect(() => body.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [focusKey]);

  /** Single flight; a failure becomes a message beside the field, and typed text stays. */
  async function attempt(
    act: () => Promise<void>,
    otherwise?: (error: ApiError) => Promise<void> | void,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, linkMobile.failed);
      if (known.retryAfterSeconds !== undefined) wait(known.retryAfterSeconds);
      setProblem(known.message);
      // An expired session unmounts the dialog with its message: repeat it as a toast.
      if (known.status === 401) showToast([known.message], 'toast', briefMs);
      await otherwise?.(known);
    } finally {
      setBusy(false);
    }
  }

  const sendCode = () =>
    attempt(async () => {
      if (number.trim() === '') throw new ApiError(400, linkMobile.numberNeeded);
      if (normalisePhone(number) === null) throw new ApiError(400, linkMobile.badNumber);
      const { data } = await post<Sent>(apiHere('/user/phone/otp/send'), { mobile: number.trim() });
      codeSent();
      wait(data.resendInSeconds);
      announce(linkMobile.sentTitle, linkMobile.sent(number.trim()));
    });

  const verifyCode = () =>
    attempt(
      async () => {
        if (digits.includes('')) throw new ApiError(400, linkMobile.digitsNeeded);
        const { data } = await post<{ data: { isPhoneLinked: boolean } }>('/user/phone/otp/verify', {
          mobile: number.trim(),
          otp: digits.join(''),
        });
        if (data.isPhoneLinked) done(false);
      },
      (error) => {
        if (error.status !== 409) return;
        setProblem('');
        setJoining({ isProven: true });
      },
    );

  const join = async () => {
    await post('/user/merge', { mobile: number.trim() });
    done(true);
  };
  const joinAccounts = () =>
    attempt(join, async (error) => {
      if (error.status !== 403) return;
      setProblem('');
      await attemptConfirmation();
    });
  async function attemptConfirmation() {
    try {
      const { data } = await post<Sent>('/user/confirm/send', {});
      wait(data.resendInSeconds);
      codeSent();
      setJoining({
        isProven: false,
        where: (data.channel === 'email' ? readHint('email') : null) ?? linkMobile.ownNumber,
      });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : linkMobile.failed);
    }
  }
  const confirmAndJoin = () =>
    attempt(async () => {
      if (digits.includes('')) throw new ApiError(400, linkMobile.digitsNeeded);
      await post('/user/confirm/verify', { providerToken: digits.join('') });
      await join();
    });

  const isOffered = joining?.isProven === true;
  const act = isOffered ? joinAccounts : joining ? confirmAndJoin : step === 1 ? sendCode : verifyCode;
  const words = isOffered
    ? linkMobile.join
    : joining
      ? linkMobile.confirm
      : step === 1
        ? linkMobile.send
        : linkMobile.update;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void act();
  };
  const otherNumber = () => {
    changeNumber();
    setJoining(null);
    setProblem('');
  };
  const problemId = problem === '' ? undefined : `${id}p`;
  const problemLine = problemId && (
    <span className="err" id={problemId} role="alert">
      <Sign name="alert" />
      <Changing text={problem} />
    </span>
  );
  const hasBoxes = step === 2 && !isOffered;

  return (
    <Dialog labelledBy={`${id}h`} closeLabel={linkMobile.close} onClose={putOffModal}>
      <h2 id={`${id}h`}>{linkMobile.heading}</h2>
      {step === 1 && (
        <div className="call warn">
          <Sign name="alert" />
          <p>{linkMobile.notice}</p>
          <p>{linkMobile.plainly}</p>
        </div>
      )}
      <div ref={body} className="stack">
        <form className="form" noValidate onSubmit={onSubmit}>
          {step === 1 && (
            <div className="field">
              <label htmlFor={`${id}n`}>{linkMobile.label}</label>
              <input
                className="in"
                id={`${id}n`}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                placeholder={linkMobile.placeholder}
                data-first
                value={number}
                onChange={(event) => typeNumber(event.target.value)}
                maxLength={40}
                aria-invalid={problemId ? true : undefined}
                aria-describedby={problemId}
              />
              {problemLine}
            </div>
          )}
          {isOffered && (
            <>
              <div className="call note">
                <Sign name="alert" />
                <b>{linkMobile.taken}</b>
                <p>{linkMobile.takenNote}</p>
              </div>
              {problemLine}
            </>
          )}
          {hasBoxes && (
            <div className="field">
              <label className={`soft ${styles.label}`} htmlFor={`${id}r`}>
                {linkMobile.sentTo}
              </label>
              <input
                className={`in ${styles.shown}`}
                id={`${id}r`}
                type={joining ? 'text' : 'tel'}
                readOnly
                value={joining ? joining.where : number.trim()}
              />
            </div>
          )}
          {hasBoxes && (
            <div className="field">
              <DigitBoxes key={joining ? 'own' : 'new'} digits={digits} problemId={problemId} />
              {problemLine}
            </div>
          )}
          <button className="btn full" aria-disabled={isBusy} data-first={isOffered || undefined}>
            <Changing text={words} />
          </button>
        </form>
        {hasBoxes &&
          (left > 0 ? (
            <p className="soft small">
              {linkMobile.askAgainIn} <b key={left}>{formatDuration(left)}</b>
              {fullStop()}
            </p>
          ) : (
            <button
              type="button"
              className="link"
              onClick={() => void (joining ? attempt(attemptConfirmation) : sendCode())}
            >
              {linkMobile.sendAgain}
            </button>
          ))}
        <div className={`acts ${styles.links}`}>
          {step === 2 && (
            <button type="button" className="link" onClick={otherNumber}>
              {linkMobile.change}
            </button>
          )}
          <button type="button" className="link" onClick={putOffModal}>
            {linkMobile.later}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The character typed into a box that already held `before`. */
const added = (before: string, text: string) =>
  before !== '' && [...text].length === 2 ? text.replace(before, '') || before : text;

/** Six single-digit inputs: typing advances the focus, backspace moves it back, paste and autofill fill all six. */
function DigitBoxes({ digits, problemId }: { digits: string[]; problemId: string | undefined }) {
  const group = useRef<HTMLDivElement>(null);
  const go = (at: number) =>
    group.current?.querySelectorAll('input')[Math.max(0, Math.min(at, codeLength - 1))]?.focus();

  const onType = (at: number, text: string) => {
    if (text === '') clearDigit(at);
    else go(at + fillDigits(at, added(digits[at] ?? '', text)));
  };
  const onKey = (at: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && digits[at] === '' && at > 0) clearDigit(at - 1);
    else if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    go(event.key === 'ArrowRight' ? at + 1 : at - 1);
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text');
    go(fillDigits(0, text));
  };
  return (
    <div ref={group} className="code" role="group" aria-label={linkMobile.code} aria-describedby={problemId}>
      {digits.map((digit, at) => (
        <input
          key={at}
          className="in"
          type="text"
          inputMode="numeric"
          value={digit}
          aria-label={linkMobile.digit(at + 1)}
          aria-invalid={problemId ? true : undefined}
          data-first={at === 0 ? true : undefined}
          // Autofill puts the whole code into the first input.
          maxLength={at === 0 ? undefined : 1}
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          onChange={({ target }) => onType(at, target.value)}
          onKeyDown={(event) => onKey(at, event)}
          onPaste={onPaste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
