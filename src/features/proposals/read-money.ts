import type { Condition } from '../schemes/rules.ts';
import { doubtOf, speaksOfOneCase } from './doubts.ts';
import { hectaresIn, periodOf, rupeesIn } from './amounts.ts';
import { firm, left, type Reader } from './reading.ts';

const atMost =
  /\b(?:not (?:be )?(?:exceed\w*|more|above|greater|higher)|not exceeding|less than|below|under|up ?to|within|maximum|at most|or less|or below|ceiling|limit|lower than|does not exceed|must not exceed|equal to)\b|[<≤]/i;
const atLeast = /\b(?:at least|minimum|not less than|above|more than|exceeding|greater than|between)\b/i;
const nonIncome =
  /\b(?:income[- ]?tax|tax ?pay\w*|income certificate|income proof|income[- ]generating|proof of income|expenditure|turnover|source of income|steady income)\b/gi;

/** Yearly family income or monthly personal earnings. */
export const readIncome: Reader = (clause, context) => {
  const text = clause.text
    .replace(nonIncome, ' ')
    .replace(/\b(parents?|father|mother)(['’]s?)?(?: or | \/ |\/)(?:the )?(guardians?|mother|father)/gi, '$1 and $3');
  if (!/\b(?:incomes?|earn(?:s|ing|ings)?|salary|wages?)\b/i.test(text) || clause.field === 'exclusions') return [];
  if (
    /\bno (?:\w+ ){0,4}(?:income|limit|restriction)|\bincome (?:limit|criteri\w*|ceiling|restriction)\b[^.;]{0,30}\b(?:not(?! (?:be )?(?:exceed|more|above))|no|abolished|free)\b|\brestriction on (?:family )?income|irrespective of (?:\w+ ){0,3}income|regardless of (?:\w+ ){0,3}income/i.test(
      text,
    )
  )
    return [left('income', clause, 'It says that there is no limit of income, for all or for some.', true)];
  const amounts = rupeesIn(text);
  if (amounts.length === 0) return [];
  const doubt = doubtOf(
    clause,
    text.replace(/\b(?:as per|during|in) the (?:last|previous|preceding) (?:financial )?year\b/gi, ''),
  );
  if (doubt) return [left('income', clause, doubt.why, doubt.isLoosening)];
  const subject = context.subjectOf(clause);
  const isFamily = /\b(?:famil(?:y|ies)|households?|parents?|parental|father|mother|guardians?)\b/i.test(text);
  if (
    subject === 'institution' ||
    (subject === 'thing' && !/\b(?:parents?|guardians?|famil(?:y|ies))\b[^.;]{0,20}\bincome|\bwhose\b/i.test(text))
  )
    return [];
  if (/\b(?:deceased|worker['’]s child|each member|of the group)\b/i.test(text))
    return [left('income', clause, 'It is the income of somebody else.', true)];
  if (
    /\bor\b[^.;]{0,80}(?:poverty|bpl|ration|spouse|own|self|belong|should|must|individual)|\bpoverty\b|\bbpl\b|\bapl\b|\bspouse\b|\bself\b|\bpersonal\s*\/|individual and family/i.test(
      text,
    )
  )
    return [left('income', clause, 'It offers another way, or mixes the incomes of several people.', true)];
  if (/\b(?:rural|urban|village|town|city)\b/i.test(text))
    return byArea(clause, context.subjectOf(clause) === 'family' || isFamily, text);
  if (speaksOfOneCase(text)) return [left('income', clause, 'It holds for one case only.', true)];
  if (!atMost.test(text) && !/income (?:of [^.;]{0,60})?(?:should|must|shall) be (?:of )?(?:₹|rs)/i.test(text))
    return [left('income', clause, 'It is not clear that this is an upper limit.', true)];
  const more = text.replace(
    /\bnot (?:be )?(?:more than|exceeding|above|greater than|less than|exceed\w*)\b|\bno more than\b/gi,
    '',
  );
  if (atLeast.test(more)) return [left('income', clause, 'It is a lower limit, or a range.', true)];
  const values = [...new Set(amounts.map((one) => one.value))];
  if (values.length > 1) return [left('income', clause, 'It names several sums.', true)];
  const [value] = values;
  const period = periodOf(text);
  if (isFamily) {
    const yearly = period === 'month' ? value! * 12 : value!;
    // Too small for a year: taken as monthly, whatever the sentence omits.
    if (period === null && value! < 12_000)
      return [left('income', clause, 'It does not say whether the sum is for a month or a year.', true)];
    if (!isPlausible(yearly)) return [left('income', clause, 'The sum is unlikely for a year.', true)];
    return [firm('income', { fact: 'householdIncome', lte: Math.round(yearly) }, clause)];
  }
  if (
    subject === 'applicant' &&
    period === 'month' &&
    /\b(?:monthly|per month|month)\b/i.test(text) &&
    !context.isForRelatives
  ) {
    if (value! < 1_000 || value! > 500_000) return [left('earnings', clause, 'The sum is unlikely for a month.', true)];
    return [firm('earnings', { fact: 'monthlyEarnings', lte: Math.round(value!) }, clause)];
  }
  return [left('income', clause, "It is not said whether this is the family's income or one's own.", true)];
};

const isPlausible = (yearly: number) => yearly >= 10_000 && yearly <= 10_000_000;

function byArea(clause: Parameters<Reader>[0], isFamily: boolean, text: string) {
  const amounts = [...new Set(rupeesIn(text).map((one) => one.value))];
  const yearly = (value: number) => (periodOf(text) === 'month' ? value * 12 : value);
  if (!isFamily || !atMost.test(text) || /\bbetween\b/i.test(text) || amounts.length > 2)
    return [left('income', clause, 'It differs between villages and towns.', true)];
  if (amounts.length === 1)
    return /\brural\b/i.test(text) && /\burban\b/i.test(text) && isPlausible(yearly(amounts[0]!))
      ? [firm('income', { fact: 'householdIncome', lte: yearly(amounts[0]!) }, clause)]
      : [left('income', clause, 'It holds for villages or for towns only.', true)];
  const [low, high] = amounts.map(yearly).toSorted((one, other) => one - other);
  if (!isPlausible(high!)) return [left('income', clause, 'The sum is unlikely for a year.', true)];
  const below = (lte: number): Condition => ({ fact: 'householdIncome', lte });
  const area = areaOfHighest(text);
  // Where it is not clear which sum is whose: whoever exceeds the highest exceeds them all.
  if (!area) return [firm('income', below(high!), clause)];
  return [firm('income', { any: [below(low!), { all: [{ fact: 'area', eq: area }, below(high!)] }] }, clause)];
}

/** 'X for rural and Y for urban areas', 'rural: X, urban: Y': each sum has one area before it, or one behind it. */
function areaOfHighest(text: string): string | null {
  const sums = rupeesIn(text);
  const parts = [0, ...sums.map(({ index }) => index), text.length].map((at, index, all) =>
    text
      .slice(at, all[index + 1])
      .match(/\b(?:rural|urban)\b/gi)
      ?.map((word) => word.toLowerCase()),
  );
  const areas = parts[0] ? parts.slice(0, 2) : parts.slice(1, 3);
  if (sums.length !== 2 || parts.flat().filter(Boolean).length !== 2) return null;
  const [first, second] = areas.map((words) => words?.[0]);
  if (!first || !second || first === second) return null;
  return sums[0]!.value > sums[1]!.value ? first : second;
}

/** 'Should not own more than five acres'. */
export const readLand: Reader = (clause, context) => {
  const { text } = clause;
  if (!/\bland\b|\bacres?\b|\bhectares?\b/i.test(text) || clause.field === 'exclusions') return [];
  const areas = hectaresIn(text);
  if (areas.length === 0) return [];
  const owns = /\b(?:own|owns|possess|holds?|have|has|having|owning|land ?holding|land in)\b/i.test(text);
  if (!owns) return [];
  const subject = context.subjectOf(clause);
  if (subject === 'institution' || subject === 'other' || subject === 'thing') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('land', clause, doubt.why, doubt.isLoosening)];
  if (
    /\b(?:lease\w*|rent\w*|irrigat\w*|dry|wet|unirrigated|cluster|tenant|cultivat\w*|or\b)/i.test(text) ||
    areas.length > 1
  )
    return [
      left('land', clause, 'Leased, irrigated and other land count differently, or several areas are named.', true),
    ];
  if (
    /\b(?:not (?:own|possess|have|hold)\w* more than|up ?to|less than|maximum|not exceed\w*|not more than)\b/i.test(
      text,
    )
  )
    return [firm('land', { fact: 'landHectares', lte: areas[0]!.value }, clause)];
  return [left('land', clause, 'Land under cultivation need not be in the name of the family.', true)];
};
