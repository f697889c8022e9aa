import { create } from 'zustand';

export const codeLength = 6;
const noDigits: string[] = Array.from({ length: codeLength }, () => '');

export type LinkMobileState = {
  isModalOpen: boolean;
  /** A number was linked while this page was open. */
  isOtpVerified: boolean;
  /** 1: which number; 2: which code. */
  step: 1 | 2;
  /** One sign or none for each box. */
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
export const typeNumber = (number: string) => setState({ number });
export const codeSent = () => setState({ step: 2, digits: noDigits });
export const changeNumber = () => setState({ step: 1, digits: noDigits });
export const otpVerified = () =>
  setState({ isModalOpen: false, isOtpVerified: true, step: 1, digits: noDigits, number: '' });

/** Digits of any script, from the box at `at` on; what is no digit is left out. @returns how many boxes were filled */
export function fillDigits(at: number, text: string): number {
  const typed = [...text].filter((sign) => /\p{Nd}/u.test(sign)).slice(0, codeLength - at);
  const { digits } = useLinkMobile.getState();
  if (typed.length > 0) setState({ digits: digits.map((digit, index) => typed[index - at] ?? digit) });
  return typed.length;
}

export const clearDigit = (at: number) =>
  setState(({ digits }) => ({ digits: digits.map((digit, index) => (index === at ? '' : digit)) }));

const never = /^\/(?:login|signup)\/?$/;

/** The intended condition (contract, section 5): signed in, no number linked, and not on the pages for signing in. */
export function mustLink({
  isPromptOn,
  isSignedIn,
  phoneLinkedHint,
  path,
}: {
  isPromptOn: boolean;
  isSignedIn: boolean;
  phoneLinkedHint: string | null;
  path: string;
}): boolean {
  return isPromptOn && isSignedIn && phoneLinkedHint !== 'true' && !never.test(path);
}
