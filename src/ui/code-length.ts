/** Digits of a one-time code. */
export const codeLength = 6;
