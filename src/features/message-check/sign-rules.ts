import type { SignId } from './message-check.contract.ts';

/**
 * One way in which a sign shows: all parts near each other, in any order. A weight of 2 is plain, of 1 less so, of 0 is
 * what genuine senders do as well; how much each counts is learnt (`learnt-judge.ts`).
 */
export type SignRule = {
  id: SignId | 'advice' | 'warning';
  weight: number;
  within: number;
  parts: string[];
  unless: string[];
};

/**
 * Lines of `sign weight: concept + concept`; `a/b` is either, `!a` negated ('never share'), `- a` without it near by.
 * A number behind `within` is the distance in words, else `usual`. Concepts: `concepts/README.md`.
 */
const rules = `
warning 0: warning
advice 0: advice
advice 0 within 6: !give + code/identity/details
advice 0 within 25: !give + anyone + code
advice 0: !ask + code/identity/money/call
advice 0: !click/!install/!believe/!download - else
advice 0: !pay + money/call/anyone - else
advice 0: not-you

asks_code 2 within 8: code + give - shown
asks_code 2: forwarding

asks_payment 1: pay + money/fee/deposit-asked
asks_payment 1 within 5: fee + money
asks_payment 1 within 2: fee/pay + figure
asks_payment 1 within 3: give + money
asks_payment 1: qr + pay/money/give
asks_payment 1: gift-card + pay/give
asks_payment 1: back + money/sent/mistake

asks_remote_app_or_apk 2: apk
asks_remote_app_or_apk 2: remote
asks_remote_app_or_apk 2 within 8: install + app
asks_remote_app_or_apk 1 within 6: download + app

asks_personal_data 1 within 8: identity + update
asks_personal_data 1: details + update + identity/click/bank/prize/refund/parcel

threat_or_deadline 2 within 6: digital-arrest + you
threat_or_deadline 1: arrest + you/police/else/pay
threat_or_deadline 1: cut + soon/limit + service
threat_or_deadline 1 within 8: cut + service + will
threat_or_deadline 1: cut + else/update
threat_or_deadline 2: shame + pay/else/money
threat_or_deadline 1: shame + give/people/police
threat_or_deadline 1: lapse + soon/limit
threat_or_deadline 1: harm + pay/money
threat_or_deadline 1: harm + kin + soon/police/call
threat_or_deadline 1 within 6: soon + update/pay/call
threat_or_deadline 1 within 8: else + arrest/soon/limit
threat_or_deadline 1: few
threat_or_deadline 1: parcel + held + click/fee/pay/update/details/police/soon/limit

too_good 2: congratulations + prize + money
too_good 2: earn + daily + like
too_good 1: prize + you/free/money/congratulations
too_good 1: job + earn/daily/easy/free/congratulations
too_good 1: earn + daily + money
too_good 1: profit + sure/invest
too_good 1: like + daily + money
too_good 1: loan + easy/raise
too_good 2: profit + group/large-share
too_good 1 within 8: free + click/congratulations
too_good 1: paper
too_good 1: inside + money/fee/pay/easy
too_good 1: cheap + money/fee/pay
too_good 1: chain + money/free
too_good 1 within 8: easy + money/fee/pay

refund_bait 1 within 8: refund + due/click/identity
refund_bait 1 within 8: bonus + due/service
refund_bait 1: department
refund_bait 1: lost-money
refund_bait 1: comes-back + money/fee/pay
refund_bait 1: mistake + sent/money/code

personal_number_as_official 2: mobile + helpdesk/bank/office + call
personal_number_as_official 2: mobile + call + cut/identity/prize/refund/loan/job
personal_number_as_official 1 within 8: mobile + call
personal_number_as_official 1: mine + helpdesk/bank/office

secrecy 2 within 6: !give/!call + anyone/people
secrecy 2: !hang-up
secrecy 2: if-tell + arrest/anyone/people/police/harm
secrecy 2: stay
secrecy 2: hush
secrecy 1 within 6: !ask + people/office/police
secrecy 1: secret + give/anyone/people

impersonates 1: kin + new-number
impersonates 2 within 20: kin + new-number + pay/money/figure
impersonates 0: bank/company/office/police/employer
`;

/**
 * What can be shown for a sign that the whole message makes likely, where no combination stands in it: the first of
 * these concepts that it has, beside the first parts of the sign's combinations.
 */
const shown = `
asks_payment: fee pay money figure
asks_remote_app_or_apk: app install download
asks_personal_data: identity details update
threat_or_deadline: limit soon few else cut lapse arrest shame harm held
too_good: prize inside cheap earn profit free bonus loan job congratulations invest easy figure
refund_bait: refund bonus lost-money comes-back back due
secrecy: secret if-tell !give !call !hang-up anyone people
impersonates: helpdesk speaking new-number parcel service refund prize loan job kin
`;

/** A distance above this one does not end with the next sentence. */
export const usual = 12;

export const signRules: SignRule[] = [
  ...rules.matchAll(/^(\w+) (\d)(?: within (\d+))?: ([^-\n]+(?:-\w[^-\n]+)*)(?: - (.+))?$/gm),
].map(([, id, weight, within, parts, unless]) => ({
  id: id as SignRule['id'],
  weight: Number(weight),
  within: Number(within ?? usual),
  parts: parts!.trim().split(' + '),
  unless: unless?.split('/') ?? [],
}));

/** By sign, the concepts that show it. */
export const shownBy = new Map(
  [...shown.matchAll(/^(\w+): (.+)$/gm)].map(([, id, concepts]) => [id as SignId, concepts!.split(' ')]),
);
