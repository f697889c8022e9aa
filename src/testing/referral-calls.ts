import type { TestApp } from './build-test-app.ts';
import type { SignedIn } from './sign-in.ts';

/** Answers that fit the demonstration's second call to action. */
export const fittingAnswers = {
  birthDate: '1995-06-01',
  occupation: ['street_vendor'],
  monthlyEarnings: 9_000,
  hasProvidentFund: false,
  taxpayers: [],
};

export const referralOf = (mobile: string, more: object = {}) => ({
  ctaId: 2,
  mobile,
  name: 'Asha Rao',
  consent: true,
  answers: fittingAnswers,
  ...more,
});

export const getReferral = (test: TestApp, url: string, headers: Record<string, string> = {}) =>
  test.send('GET', `/api/referral${url}`, undefined, headers);

export const sendReferral = (test: TestApp, body: object, headers: Record<string, string> = {}) =>
  test.send('POST', '/api/referral/data', body, headers);

export const checkEligibility = (
  test: TestApp,
  mobile: string,
  person?: SignedIn,
  ctaId: number | string = 2,
  headers: Record<string, string> = {},
) => getReferral(test, `/cta/check-eligibility?ctaId=${ctaId}&mobile=${mobile}`, { ...person?.headers, ...headers });
