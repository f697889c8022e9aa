import { create } from 'zustand';
import { createLocalStore } from '../../platform/local-store.ts';
import { visitNow } from '../../platform/read-cookie.ts';

export const codeLength = 6;
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

export const useLinkMobile = create<LinkMobileState>(() => ({
  isModalOpen: false,
  isOtpVerified: false,
  step: 1,
  digits: noDigits,
  number: '',
}));

const { setState } = useLinkMobile;

export const openModal = () => setState({ isModalOpen: true });
export const closeModal = () => setState({ isModalOpen: false });
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

export const typeNumber = (number: string) => setState({ number });
export const codeSent = () => setState({ step: 2, digits: noDigits });
export const changeNumber = () => setState({ step: 1, digits: noDigits });
export const otpVerified = () =>
  setState({ isModalOpen: false, isOtpVerified: true, step: 1, digits: noDigits, number: '' });

/** Spreads digits of any script over the boxes from index `at`; other characters are dropped. @returns how many */
export function fillDigits(at: number, text: string): number {
  const typed = [...text].filter((sign) => /\p{Nd}/u.test(sign)).slice(0, codeLength - at);
  const { digits } = useLinkMobile.getState();
  if (typed.length > 0) setState({ digits: digits.map((digit, index) => typed[index - at] ?? digit) });
  return typed.length;
}

export const clearDigit = (at: number) =>
  setState(({ digits }) => ({ digits: digits.map((digit, index) => (index === at ? '' : digit)) }));

/** Condition for the dialog: signed in, no linked number, and not on a sign-in page. */
export function mustLink({
  isPromptOn,
  isSignedIn,
  phoneLinkedHint,
  isForSigningIn,
  isLater = false,
}: {
  isPromptOn: boolean;
  isSignedIn: boolean;
  isLater?: boolean;
  phoneLinkedHint: string | null;
  /** On a sign-in page nothing else may ask for attention. */
  isForSigningIn: boolean;
}): boolean {
  return isPromptOn && isSignedIn && !isLater && phoneLinkedHint !== 'true' && !isForSigningIn;
}
