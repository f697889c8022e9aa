import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { linkMobile } from '../../messages/visitor.ts';
import { apiHere } from '../../platform/site-languages.ts';
import { Changing } from '../../ui/changing.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDuration, fullStop } from '../../ui/format.ts';
import '../../ui/forms.css';
import { Sign } from '../../ui/sign.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { normalisePhone } from '../otp/identifiers.ts';
import { ApiError, apiFetch } from '../sessions/client/api-fetch.ts';
import { writeHint } from '../sessions/client/change-hints.ts';
import { readHint } from '../sessions/client/hint-cookies.ts';
import { sessionStore } from '../sessions/client/session-store.ts';
import { DigitBoxes } from './digit-boxes.tsx';
import styles from './link-mobile-modal.module.css';
import {
  changeNumber,
  codeSent,
  fillDigits,
  otpVerified,
  putOffModal,
  typeNumber,
  useLinkMobile,
} from './link-mobile-state.ts';

type Sent = { data: { resendInSeconds: number; channel?: 'phone' | 'email' } };
/** Set when the number belongs to another account: whether merging needs a fresh proof of the own identifier first. */
type Joining = null | { isProven: true } | { isProven: false; where: string };

const post = <Answer,>(path: string, body: object) => apiFetch<Answer>(path, { method: 'POST', body });

function done(isJoined: boolean): void {
  writeHint('isPhoneLinked', 'true');
  otpVerified();
  showToast({ title: linkMobile.verifiedTitle, text: isJoined ? linkMobile.joined : linkMobile.verified });
  void sessionStore.refresh();
}

function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const isRunning = until > now;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1_000);
  };
  return [Math.max(0, Math.ceil((until - now) / 1_000)), start];
}

/** WebOTP: reads the code from the SMS, where the browser supports it. */
function useCodeFromMessage(isWaiting: boolean) {
  useEffect(() => {
    if (!isWaiting || !('OTPCredential' in window)) return;
    const abort = new AbortController();
    const asked = { otp: { transport: ['sms'] }, signal: abort.signal } as CredentialRequestOptions;
    navigator.credentials.get(asked).then(
      (found) => fillDigits(0, (found as { code?: string } | null)?.code ?? ''),
      () => {
        /* no WebOTP: the code is typed */
      },
    );
    return () => abort.abort();
  }, [isWaiting]);
}

/** The dialog 'Link Your Mobile Number'. */
export function LinkMobileModal() {
  const isModalOpen = useLinkMobile((state) => state.isModalOpen);
  return isModalOpen ? <OpenModal /> : null;
}

function OpenModal() {
  const { step, digits, number } = useLinkMobile();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [joining, setJoining] = useState<Joining>(null);
  const [left, wait] = useCountdown();
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  useCodeFromMessage(step === 2 && joining === null);

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
      if (known.status === 401) showToast({ title: known.message, tone: 'warn' });
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
      showToast({ title: linkMobile.sentTitle, text: linkMobile.sent(number.trim()) });
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
              <DigitBoxes key={joining ? 'own' : 'new'} problemId={problemId} />
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
