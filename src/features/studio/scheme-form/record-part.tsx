import { useMemo, useState } from 'react';
import { stateName } from '../../../messages/places.ts';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { states } from '../../schemes/facts.ts';
import { intakeStatuses } from '../../schemes/intake.ts';
import { schemeKinds } from '../../schemes/kinds.ts';
import { isDay } from '../../schemes/days.ts';
import { Select } from './condition-controls.tsx';
import { TextField } from './more-controls.tsx';
import { PointList } from './point-list.tsx';
import { NumberField } from './value-controls.tsx';

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

type Props = {
  record: Plain;
  /** Sentences of the studio about fields of the last text that was sent. */
  details: readonly { path: string; message: string }[];
  isNew: boolean;
  isTranslation: boolean;
  mayWrite: boolean;
  set(name: string, value: unknown): void;
};

const plainOf = (value: unknown): Plain =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Plain) : {};
/** An emptied field is taken away, and so is what holds nothing any more. */
const without = (value: Plain, name: string): Plain | undefined => {
  const { [name]: _, ...rest } = value;
  return Object.keys(rest).length > 0 ? rest : undefined;
};

/** The fields of a scheme's record, without its rules and test people. */
export function RecordPart({ record, details, isNew, isTranslation, mayWrite, set: change }: Props) {
  const wrong = useMemo(() => checkRecord(record), [record]);
  const told = (path: string) => details.find((one) => one.path === `scheme.${path}`)?.message;
  const [touched, setTouched] = useState<readonly string[]>([]);
  const set = (name: string, value: unknown) => {
    if (!touched.includes(name)) setTouched([...touched, name]);
    change(name, value);
  };
  const isUntouched = (name: string) => isNew && !touched.includes(name) && (record[name] ?? '') === '';
  const problemOf = (path: string) => (isUntouched(path) ? undefined : wrong.get(path)) ?? told(path);
  const text = (name: 'name' | 'department' | 'forWhom' | 'officialUrl', most: number, isNeeded = false) => (
    <TextField
      label={words.record[name]}
      hint={words.recordHints[name]}
      value={record[name]}
      mayWrite={mayWrite}
      type={name === 'officialUrl' ? 'url' : 'text'}
      isLong={name === 'forWhom'}
      most={most}
      problem={problemOf(name)}
      onChange={(value) => set(name, value === '' && !isNeeded ? undefined : value)}
    />
  );
  const points = (name: 'benefits' | 'eligibility' | 'exclusions' | 'documents' | 'alsoCheck') => (
    <PointList
      label={words.record[name]}
      hint={words.recordHints[name]}
      item={words.points[name]}
      points={record[name]}
      most={name === 'alsoCheck' ? 20 : 40}
      longest={name === 'alsoCheck' ? 300 : 600}
      hasNotes={name === 'documents'}
      problemOf={(at) => problemOf(`${name}.${at}`)}
      mayWrite={mayWrite}
      onChange={(list) => set(name, list)}
    />
  );
  const level = typeof record.level === 'string' ? record.level : '';
  const levels = ['central', ...states] as string[];
  const kind = typeof record.kind === 'string' ? record.kind : '';
  return (
    <section className="form" aria-labelledby="scheme-record">
      <h2 id="scheme-record">{words.recordHeading}</h2>
      {text('name', 160, true)}
      <Select
        label={words.record.level}
        value={level}
        options={[
          ...(levels.includes(level) ? [] : ([[level, level || words.choose]] as const)),
          ...levels.map((one) => [one, one === 'central' ? words.central : stateName(one)] as const),
        ]}
        mayWrite={mayWrite}
        onChange={(value) => set('level', value)}
      />
      {text('department', 200)}
      {text('forWhom', 300)}
      <Select
        label={words.record.kind}
        value={kind}
        options={[['', words.notSaid] as const, ...schemeKinds.map((one) => [one, words.kinds[one]] as const)]}
        mayWrite={mayWrite}
        onChange={(value) => set('kind', value || undefined)}
      />
      <NumberField
        label={words.record.worth}
        hint={words.recordHints.worth}
        value={record.worth}
        marks={{}}
        problem={problemOf('worth')}
        mayWrite={mayWrite}
        onChange={(value) => set('worth', value ?? undefined)}
      />
      <Intake
        intake={record.intake}
        problem={problemOf('intake.day')}
        mayWrite={mayWrite}
        onChange={(intake) => set('intake', intake)}
      />
      {points('benefits')}
      {points('eligibility')}
      {points('exclusions')}
      {points('documents')}
      <Fee fee={record.fee} problem={problemOf('fee.amount')} mayWrite={mayWrite} onChange={(fee) => set('fee', fee)} />
      <Apply apply={record.apply} problemOf={problemOf} mayWrite={mayWrite} onChange={(apply) => set('apply', apply)} />
      {text('officialUrl', 2_000, true)}
      <TextField
        label={words.record.lastCheckedAt}
        hint={words.recordHints.lastCheckedAt}
        value={record.lastCheckedAt}
        mayWrite={mayWrite}
        type="date"
        problem={problemOf('lastCheckedAt')}
        onChange={(value) => set('lastCheckedAt', value || undefined)}
      />
      {points('alsoCheck')}
      {(isTranslation || record.reasons !== undefined) && (
        <Reasons reasons={record.reasons} mayWrite={mayWrite} onChange={(reasons) => set('reasons', reasons)} />
      )}
    </section>
  );
}

type IntakeProps = {
  intake: unknown;
  problem: string | undefined;
  mayWrite: boolean;
  onChange(intake: Plain | undefined): void;
};

function Intake({ intake, problem, mayWrite, onChange }: IntakeProps) {
  const own = plainOf(intake);
  const status = typeof own.status === 'string' ? own.status : '';
  return (
    <>
      <Select
        label={words.intake.label}
        value={status}
        options={[['', words.notSaid] as const, ...intakeStatuses.map((one) => [one, words.intake[one]] as const)]}
        mayWrite={mayWrite}
        onChange={(value) => onChange(value === '' ? undefined : { ...own, status: value })}
      />
      {status !== '' && (
        <TextField
          label={words.intake.day}
          hint={words.intake.dayHint}
          value={own.day}
          mayWrite={mayWrite}
          type="date"
          problem={problem}
          onChange={(day) => onChange(day === '' ? without(own, 'day') : { ...own, day })}
        />
      )}
    </>
  );
}

type FeeProps = {
  fee: unknown;
  problem: string | undefined;
  mayWrite: boolean;
  onChange(fee: Plain | undefined): void;
};

function Fee({ fee, problem, mayWrite, onChange }: FeeProps) {
  const own = plainOf(fee);
  return (
    <fieldset className="studio-choices scheme-points">
      <legend>{words.record.fee}</legend>
      <NumberField
        label={words.feeAmount}
        hint={words.feeHint}
        value={own.amount}
        marks={{}}
        problem={problem}
        mayWrite={mayWrite}
        onChange={(amount) => onChange(amount === null ? without(own, 'amount') : { ...own, amount })}
      />
      <TextField
        label={words.feeNote}
        value={own.note}
        mayWrite={mayWrite}
        isLong
        most={300}
        onChange={(note) => onChange(note === '' ? without(own, 'note') : { ...own, note })}
      />
    </fieldset>
  );
}

type ApplyProps = {
  apply: unknown;
  problemOf(path: string): string | undefined;
  mayWrite: boolean;
  onChange(apply: Plain | undefined): void;
};

function Apply({ apply, problemOf, mayWrite, onChange }: ApplyProps) {
  const own = plainOf(apply);
  return (
    <>
      <TextField
        label={words.applyOnline}
        hint={words.recordHints.officialUrl}
        value={own.online}
        mayWrite={mayWrite}
        type="url"
        most={2_000}
        problem={problemOf('apply.online')}
        onChange={(online) => onChange(online === '' ? without(own, 'online') : { ...own, online })}
      />
      <PointList
        label={words.applyOffline}
        item={words.points.offline}
        points={own.offline}
        most={40}
        longest={600}
        problemOf={(at) => problemOf(`apply.offline.${at}`)}
        mayWrite={mayWrite}
        onChange={(offline) => onChange(offline === undefined ? without(own, 'offline') : { ...own, offline })}
      />
    </>
  );
}

type ReasonsProps = { reasons: unknown; mayWrite: boolean; onChange(reasons: Plain | undefined): void };

/** Sentences of the original's rules with their translations: the sentences themselves are the original's. */
function Reasons({ reasons, mayWrite, onChange }: ReasonsProps) {
  const own = plainOf(reasons);
  return (
    <fieldset className="studio-choices scheme-points">
      <legend>{words.record.reasons}</legend>
      <span className="hint">{words.recordHints.reasons}</span>
      {Object.entries(own).map(([sentence, translation]) => (
        <TextField
          key={sentence}
          label={sentence}
          value={translation}
          mayWrite={mayWrite}
          isLong
          most={600}
          onChange={(text) => onChange(text === '' ? without(own, sentence) : { ...own, [sentence]: text })}
        />
      ))}
    </fieldset>
  );
}
