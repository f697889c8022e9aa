import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readContentFolder } from '../importing/content/read-folder.server.ts';
import type { Condition } from './rules.ts';

/**
 * What covers each exclusion of the demonstration: a fact that its rules test, with the value (`taxpayers:me`), or a
 * part of a line that stands beside 'may be eligible'. Judged by reading: an exclusion that changes is read again.
 */
const covers: Record<string, Record<string, string[]>> = {
  'aicte-pragati': {
    'Girls who get another scholarship of the Centre, the State or AICTE': ['You get no other scholarship'],
  },
  'aicte-saksham': { 'Students who get other help with money for the same study': ['no other money for this study'] },
  'anna-bhagya-karnataka': { 'Families with an APL card or none': ['rationCard:priority'] },
  'atal-pension-yojana': {
    'People who pay, or have paid, income tax, for those joining since 1 Oct 2022': [
      'taxpayers:me',
      'You have never paid income tax',
    ],
  },
  'ayushman-70-plus': {
    'Members of CGHS, ECHS and Ayushman CAPF have to choose one': ['With CGHS, ECHS or Ayushman CAPF you must choose'],
    'Not where a State takes no part': ['Your State takes part'],
  },
  'central-sector-scholarship': {
    'Diploma courses': ['a diploma, distance or correspondence course does not count'],
    'Distance and correspondence courses': ['a diploma, distance or correspondence course does not count'],
  },
  'crop-insurance-pmfby': {
    'Loss through your own neglect, theft or war': ['your own neglect, theft or war is not insured'],
    'Not every State takes part': ['Your State runs the scheme'],
  },
  'e-shram-card': {
    'Members of EPF or ESI, and government employees': ['hasProvidentFund', 'governmentJob:me'],
    'People who pay income tax': ['taxpayers:me'],
  },
  'ganga-swarupa-gujarat': { 'You have married again': ['You have not married again'] },
  'garima-greh': {
    'People who live from begging or sex work, as one page says: ask the home': ['live from begging or sex work'],
  },
  'gruha-jyothi-karnataka': {
    'Shops and other businesses': ['The meter is a home meter'],
    'Homes that use more than 200 units a month on average': ['at most 200 units a month'],
  },
  'gruha-lakshmi-karnataka': {
    'You or your husband pay income tax': ['taxpayers:me', 'taxpayers:family_member'],
    'You or your husband file GST returns': ['familyRoles:gst_returns'],
  },
  'household-toilet-help': {
    // The question asks for help 'by itself or with a house'.
    'Families who had help for a toilet before, or with a house under another scheme': ['alreadyHas:toilet_help'],
  },
  'ishan-uday': {
    'Seats from the management quota': ['not from the management quota'],
    'Open universities and diploma courses': ['at an open university or for a diploma'],
    'Students with another scholarship': ['you get no other scholarship'],
  },
  'kisan-kalyan-mp': { 'Whoever PM-KISAN leaves out': ['whom PM-KISAN leaves out'] },
  'ladki-bahin-maharashtra': {
    'Somebody in the family pays income tax': ['taxpayers:me', 'taxpayers:family_member'],
    'Somebody in the family has a government job or a government pension': [
      'governmentJob:me',
      'governmentJob:family_member',
      'Nobody in the family gets a government pension',
    ],
    'The family has a four-wheeler; a tractor does not count': ['The family has no car'],
  },
  'ladli-behna-mp': {
    'You or somebody in the family pays income tax': ['taxpayers:me', 'taxpayers:family_member'],
    'You or somebody in the family has a government job or a pension from one': [
      'governmentJob:me',
      'governmentJob:family_member',
      'a pension from a government job',
    ],
    'The family has a four-wheeler; a tractor is allowed with less than 5 acres': [
      'less than 5 acres of land and no car',
    ],
  },
  'ladli-laxmi-mp': { 'A parent pays income tax': ['taxpayers:me', 'taxpayers:family_member'] },
  'lakshmir-bhandar-wb': {
    'You have a permanent government job, or a pension from one': ['governmentJob:me', 'a regular pension'],
  },
  'magalir-urimai-tn': {
    // Who earns ₹2.5 lakh has a family that earns too much.
    'Somebody in the family pays income tax or, earning ₹2.5 lakh, professional tax': [
      'taxpayers:me',
      'taxpayers:family_member',
      'householdIncome',
    ],
    'Somebody works for a government, public company or bank, or gets a pension from one': [
      'governmentJob:me',
      'governmentJob:family_member',
      'gets a pension from a government job',
      'A pension from a public company or bank',
    ],
    'The family has a car, jeep, tractor or heavy vehicle for itself': [
      'householdHas:four_wheeler',
      'no tractor or heavy vehicle',
    ],
    'Elected people above the ward member of a village': ['Elected people above the ward member'],
  },
  'maternity-pmmvy': {
    'Women in regular government or public sector employment, and those who get a similar benefit under another law': [
      'governmentJob:me',
      'No similar benefit under another law',
    ],
  },
  'mission-vatsalya-sponsorship': {
    'Children who live in a home or a boarding school': ['does not live in a home or a boarding school'],
  },
  'nmms-scholarship': {
    'Children in Kendriya Vidyalayas, Navodaya Vidyalayas, boarding schools and private schools': [
      'a government, aided or local body school that is no boarding school, Kendriya Vidyalaya or Navodaya Vidyalaya',
    ],
  },
  'nps-traders': {
    'Members of EPF, ESI or NPS': ['hasProvidentFund'],
    'People who pay income tax': ['taxpayers:me'],
    'Members of PM Shram Yogi Maandhan': ['alreadyHas:shram_yogi_pension'],
  },
  'old-age-pension-bihar': {
    'You get a pension of the State or the Centre already': ['benefitsNow:pension'],
    'You have retired from a government job': ['not retired from a government job'],
  },
  'old-age-pension-up': { 'You get another pension already': ['benefitsNow:pension'] },
  'one-nation-one-ration-card': { 'Cards that a State gives by its own rules': ['rationCard:priority'] },
  'pm-awas-gramin': {
    'A motorised three- or four-wheeler, or such farm equipment': [
      'householdHas:four_wheeler',
      'householdPoints:three_wheeler',
      'householdPoints:farm_machine',
    ],
    'A Kisan Credit Card with a limit of ₹50,000 or more': ['householdPoints:kisan_credit_50000'],
    'A government employee, or someone who earns more than ₹15,000 a month': [
      'governmentJob:household_member',
      'highestEarnings',
    ],
    'Someone who pays income tax or professional tax; a registered business': [
      'taxpayers:household_member',
      'householdPoints:professional_tax',
      'householdPoints:registered_business',
    ],
    '2.5 acres or more of irrigated land, or 5 acres or more of unirrigated land': [
      'irrigatedHectares',
      'landHectares',
    ],
  },
  'pm-awas-urban': {
    'Families who had a house from a government scheme in the last 20 years': ['alreadyHas:scheme_house'],
  },
  'pm-internship': {
    'Families with somebody in a government job': ['governmentJob:me', 'governmentJob:family_member'],
    'Graduates of IITs, IIMs and IISERs, and people with CA or CMA': ['no degree from an IIT, IIM or IISER, and no CA'],
    'Families that pay income tax, as one page says': ['nobody in the family pays income tax'],
  },
  'pm-kisan': {
    'Land held by an institution': ['not held by an institution'],
    'Holders of constitutional posts, ministers, MPs, MLAs, mayors and district panchayat chairpersons, now or before':
      ['familyRoles:public_office'],
    'Serving or retired employees of government or public sector bodies, except multi-tasking, Class IV and Group D staff':
      ['governmentJob:family_member', 'familyRoles:retired_government'],
    'A pension of ₹10,000 a month or more, with the same exception': ['monthlyPension'],
    'Someone in the family paid income tax in the last assessment year': ['taxpayers:me', 'taxpayers:family_member'],
    'Practising doctors, engineers, lawyers, chartered accountants and architects': [
      'occupation:professional',
      'familyRoles:registered_professional',
    ],
  },
  'pm-kisan-maandhan': {
    'Members of EPF, ESI, NPS or another statutory social security scheme': [
      'hasProvidentFund',
      'no other social security scheme that a law has set up',
    ],
    'People who pay income tax, government employees, and other well-off groups': [
      'taxpayers:me',
      'governmentJob:me',
      'Other well-off groups',
    ],
  },
  'pm-shram-yogi-maandhan': {
    'Members of EPF, ESI or NPS': ['hasProvidentFund'],
    'People who pay income tax': ['taxpayers:me'],
  },
  'pm-vidyalaxmi': { 'Students who leave the course or are dismissed': ['leave the course or are dismissed'] },
  'pm-vishwakarma': {
    'Government employees and their families': ['governmentJob:me', 'governmentJob:family_member'],
    'A loan under PMEGP, PM SVANidhi or Mudra in the last five years that is not repaid': [
      'alreadyHas:open_trade_loan',
    ],
  },
  'pm-yasasvi-pre-matric': { 'Private schools': ['a government school, full time'] },
  'pmegp-own-business': {
    'Units that already run, or got money from another scheme of the government': [
      'The unit is new and got no money from another scheme',
    ],
    'Tobacco, liquor and slaughtered meat': ['tobacco, liquor or slaughtered meat'],
    'Growing crops and keeping animals themselves': ['grow crops or keep animals itself'],
  },
  'pmjjby-life-cover': {
    'In the first 30 days it pays for death by accident only': ['In its first 30 days the cover'],
  },
  'pmjjby-pmsby': {
    'Nothing for death from illness, and no hospital bills': ['It pays for an accident only'],
  },
  'post-matric-scholarship-sc': {
    'A second course of the same stage': ['a second course of the same stage'],
    'Another scholarship of the government for the same study': ['no other scholarship of the government'],
  },
  'pre-matric-disability': {
    'Children who repeat the class': ['does not repeat the class'],
    'Children who hold another scholarship: they may choose the better one': ['holds no other scholarship'],
  },
  'self-help-allowance-bihar': {
    'You have a job with the government or a private firm': ['occupation:salaried'],
    'You work for yourself': ['occupation:business', 'You do not work for yourself in any way'],
  },
  'shakti-karnataka': {
    'AC, sleeper and luxury buses': ['not free in AC, sleeper and luxury buses'],
    'Buses to other States': ['in buses to other States'],
  },
  'student-credit-card-bihar': {
    'You have a degree already and want another of the same level': ['do not have a degree of the same level'],
  },
  'subhadra-odisha': {
    'You get ₹1,500 a month or ₹18,000 a year from another government scheme': ['do not get ₹1,500 a month or more'],
    'You or somebody in the family pays income tax': ['taxpayers:me', 'taxpayers:family_member'],
    'Government staff and pensioners, MPs, MLAs and most elected people': [
      'Nobody in the family has a government job or its pension',
      'MPs, MLAs and most other elected people',
    ],
    '5 acres or more of irrigated land, or 10 acres or more without water': [
      'irrigatedHectares',
      'unirrigatedHectares',
    ],
    'A tractor, mini truck or another four-wheeler': ['householdHas:four_wheeler', 'A tractor or a mini truck'],
  },
  'thalliki-vandanam-ap': {
    'Somebody in the household pays income tax': ['taxpayers:me', 'taxpayers:family_member'],
    'A four-wheeler; taxi, auto and tractor do not count': ['No car'],
    'More than 300 units of power a month': ['at most 300 units of power'],
    '1,000 square feet or more of property in a town': ['no large property in a town'],
    'Government staff and pensioners; sanitation workers and low-paid staff are allowed': [
      'Nobody has a government job or its pension',
    ],
  },
  'ujjwala-lpg': {
    'Households with a point of the declaration against them, such as an income-tax payer, a government job, a car or larger land':
      ['taxpayers:me', 'governmentJob:me', 'householdHas:four_wheeler', 'such as a larger piece of land'],
  },
  'vahli-dikri-gujarat': { 'A third daughter of the family': ['Ask what holds for a third'] },
  'widow-pension': { 'From 80 the old-age pension takes its place': ['age'] },
  'widow-pension-up': { 'You get a pension from another scheme of the State or the Centre': ['benefitsNow:pension'] },
  'yuva-nidhi-karnataka': {
    'You work for the government or a private firm': ['occupation:salaried'],
    'You work for yourself': ['occupation:business', 'You do not work for yourself in any way'],
    'You study further': ['isStudent'],
  },
};

const { files } = await readContentFolder(fileURLToPath(new URL('../../../content', import.meta.url)));
const schemes = [...files.articles].flatMap(([key, { data }]) =>
  data.scheme ? [{ key, scheme: data.scheme, originalKey: data.translationOf }] : [],
);
// Without rules nobody is told 'may be eligible'.
const judged = schemes.filter(({ scheme }) => scheme.rules && scheme.exclusions.length > 0);

/** Each fact that the conditions test, alone and with each of its values: `taxpayers`, `taxpayers:me`. */
function testedBy(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(testedBy);
  if ('any' in condition) return condition.any.flatMap(testedBy);
  if ('not' in condition) return testedBy(condition.not);
  const { fact, eq, in: list = [] } = condition;
  return [fact, ...[...list, ...(eq === undefined ? [] : [eq])].map((value) => `${fact}:${value}`)];
}

test('the table names the exclusions of every scheme with rules, and no others', () => {
  expect(judged.length).toBeGreaterThan(45);
  expect(
    Object.fromEntries(Object.entries(covers).map(([key, table]) => [key, Object.keys(table).toSorted()])),
  ).toEqual(Object.fromEntries(judged.map(({ key, scheme }) => [key, scheme.exclusions.toSorted()])));
});

describe.each(judged)('$key', ({ key, scheme: { rules, exclusions, alsoCheck } }) => {
  test.each(exclusions)("'%s' is asked, or stands among the points to check", (exclusion) => {
    const tested = rules!.all.flatMap(testedBy);
    const isCovered = (cover: string) =>
      cover.includes(' ') ? alsoCheck.some((line) => line.includes(cover)) : tested.includes(cover);
    const by = covers[key]?.[exclusion] ?? [];
    expect([by.length > 0, by.filter((cover) => !isCovered(cover))]).toEqual([true, []]);
  });
});

test('a translation says as many exclusions and points to check as its original', () => {
  const countsOf = (found: (typeof schemes)[number] | undefined) =>
    found && [found.scheme.exclusions.length, found.scheme.alsoCheck.length].join();
  const different = schemes.filter((each) => {
    const original = schemes.find(({ key }) => key === each.originalKey);
    return original !== undefined && countsOf(each) !== countsOf(original);
  });
  expect(different.map(({ key }) => key)).toEqual([]);
});
