import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { isDay } from '../../schemes/days.ts';

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\/[^\s/.]+(?:\.[^\s/.]+)+/.test(value) && URL.canParse(value);
const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';
const isWithin = (value: unknown, most: number) => typeof value === 'number' && value >= 0 && value <= most;

const exampleAddress = 'https://www.india.gov.in/';
const pointLists = ['benefits', 'eligibility', 'exclusions', 'documents', 'alsoCheck'] as const;

/** What is wrong with the fields of a record, by path, in words for the field; rules and test people apart. */
export function checkRecord(record: Plain): Map<string, string> {
  const wrong = new Map<string, string>();
  const expect = (path: string, isRight: boolean, message: string) => {
    if (!isRight) wrong.set(path, message);
  };
  const { worth, fee, apply, lastCheckedAt, intake } = record;
  expect('name', !isBlank(record.name), words.wrongField.name);
  expect('level', !isBlank(record.level), words.wrongField.level);
  expect('officialUrl', isAddress(record.officialUrl), words.wrongField.address(exampleAddress));
  expect(
    'worth',
    worth === undefined || (isWithin(worth, 100_000_000) && Number.isInteger(worth)),
    words.wrongField.worth,
  );
  expect('lastCheckedAt', lastCheckedAt === undefined || isDay(lastCheckedAt), words.wrong.day);
  if (isPlain(intake)) expect('intake.day', intake.day === undefined || isDay(intake.day), words.wrong.day);
  if (isPlain(fee)) expect('fee.amount', isWithin(fee.amount, 1_000_000), words.wrongField.fee);
  if (isPlain(apply) && 'online' in apply)
    expect('apply.online', isAddress(apply.online), words.wrongField.address(exampleAddress));
  const lists = [
    ...pointLists.map((name) => [name, record[name]] as const),
    ['apply.offline', isPlain(apply) ? apply.offline : undefined] as const,
  ];
  for (const [name, list] of lists)
    if (Array.isArray(list))
      for (const [at, point] of list.entries()) expect(`${name}.${at}`, !isBlank(point), words.wrongField.point);
  return wrong;
}
