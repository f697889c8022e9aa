import { createStore } from '../../platform/browser/create-store.ts';
import { createLocalStore } from '../../platform/browser/local-store.ts';
import { visitNow } from '../../platform/http/read-cookie.ts';
import { codeLength, digitsOf } from '../../ui/code-step.ts';

const noDigits: string[] = Array.from({ length: codeLength }, () => '');

export type LinkMobileState = {
  isModalOpen: boolean;
  /** Set when a number was linked on this page. */
  isOtpVerified: boolean;
  /** 1: the phone number; 2: the code. */
  step: 1 | 2;
  /** One digit, or '', for each box. */
  digits: string[];
  /** As typed. */
  number: string;
};

export const linkMobileStore = createStore<LinkMobileState>({
  isModalOpen: false,
  isOtpVerified: false,
  step: 1,
  digits: noDigits,
  number: '',
});

const { change, read } = linkMobileStore;

export const openModal = () => change({ isModalOpen: true });
export const closeModal = () => change({ isModalOpen: false });
/** The visit in which the dialog was dismissed: it opens once a visit. */
const putOff = createLocalStore('link-mobile-later', {
  fallback: '',
  parse: (text: string) => (text.length <= 100 ? text : undefined),
  format: (visit: string) => visit,
});

export function putOffModal(): void {
  putOff.write(visitNow());
  closeModal();
}

export const isPutOff = (): boolean => putOff.read() !== '' && putOff.read() === visitNow();

export const typeNumber = (number: string) => change({ number });
export const codeSent = () => change({ step: 2, digits: noDigits });
export const changeNumber = () => change({ step: 1, digits: noDigits });
export const otpVerified = () =>
  change({ isModalOpen: false, isOtpVerified: true, step: 1, digits: noDigits, number: '' });

/** Spreads digits of any script over the boxes from index `at`; other characters are dropped. @returns how many */
export function fillDigits(at: number, text: string): number {
  const typed = [...digitsOf(text)].slice(0, codeLength - at);
  const { digits } = read();
  if (typed.length > 0) change({ digits: digits.map((digit, index) => typed[index - at] ?? digit) });
  return typed.length;
}

export const clearDigit = (at: number) =>
  change({ digits: read().digits.map((digit, index) => (index === at ? '' : digit)) });

/** Condition for the dialog of somebody signed in: no linked number, not put off, and not on a sign-in page. */
export function mustLink({
  isPromptOn,
  phoneLinkedHint,
  isForSigningIn,
  isLater = false,
}: {
  isPromptOn: boolean;
  isLater?: boolean;
  phoneLinkedHint: string | null;
  /** On a sign-in page nothing else may ask for attention. */
  isForSigningIn: boolean;
}): boolean {
  return isPromptOn && !isLater && phoneLinkedHint !== 'true' && !isForSigningIn;
}
