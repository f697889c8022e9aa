import { useMemo, useState } from 'react';
import { stateName } from '../../../messages/places.ts';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { states } from '../../schemes/facts.ts';
import { intakeStatuses } from '../../schemes/intake.ts';
import { schemeKinds } from '../../schemes/kinds.ts';
import { isDay } from '../../schemes/days.ts';
import { SelectField, TextField, withField } from '../fields.tsx';
import { PointList } from './point-list.tsx';
import { NumberField } from './value-controls.tsx';
import { isRecord } from '../../../platform/wire/is-record.ts';

type Plain = Record<string, unknown>;
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
  if (isRecord(intake)) expect('intake.day', intake.day === undefined || isDay(intake.day), words.wrong.day);
  if (isRecord(fee)) expect('fee.amount', isWithin(fee.amount, 1_000_000), words.wrongField.fee);
  if (isRecord(apply) && 'online' in apply)
    expect('apply.online', isAddress(apply.online), words.wrongField.address(exampleAddress));
  const lists = [
    ...pointLists.map((name) => [name, record[name]] as const),
    ['apply.offline', isRecord(apply) ? apply.offline : undefined] as const,
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
  set(name: string, value: unknown): void;
};

const plainOf = (value: unknown): Plain => (isRecord(value) ? value : {});
/** With the field, or without it where it is emptied; what holds nothing any more goes, too. */
function withPart(of: Plain, name: string, value: unknown): Plain | undefined {
  const next = withField(of, name, value);
  return Object.keys(next).length > 0 ? next : undefined;
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The fields of a scheme's record, without its rules and test people. */
export function RecordPart({ record, details, isNew, isTranslation, set: change }: Props) {
  const wrong = useMemo(() => checkRecord(record), [record]);
  const messageOf = (path: string) => details.find((one) => one.path === `scheme.${path}`)?.message;
  const [touched, setTouched] = useState<readonly string[]>([]);
  const set = (name: string, value: unknown) => {
    if (!touched.includes(name)) setTouched([...touched, name]);
    change(name, value);
  };
  const isUntouched = (name: string) => isNew && !touched.includes(name) && (record[name] ?? '') === '';
  const problemOf = (path: string) => (isUntouched(path) ? undefined : wrong.get(path)) ?? messageOf(path);
  const texts = {
    name: { maxLength: 160, isNeeded: true },
    department: { maxLength: 200 },
    forWhom: { maxLength: 300, rows: 2 },
    officialUrl: { maxLength: 2_000, isNeeded: true, type: 'url' },
    lastCheckedAt: { type: 'date' },
  };
  const text = (name: keyof typeof texts) => {
    const { isNeeded, ...attributes } = texts[name] as { isNeeded?: boolean; rows?: number };
    return (
      <TextField
        {...attributes}
        isLine
        label={words.record[name]}
        hint={words.recordHints[name]}
        value={record[name]}
        problem={problemOf(name)}
        onChange={(value) => set(name, value === '' && !isNeeded ? undefined : value)}
      />
    );
  };
  const points = (name: (typeof pointLists)[number]) => (
    <PointList
      label={words.record[name]}
      hint={words.recordHints[name]}
      item={words.points[name]}
      points={record[name]}
      most={name === 'alsoCheck' ? 20 : 40}
      longest={name === 'alsoCheck' ? 300 : 600}
      hasNotes={name === 'documents'}
      problemOf={(at) => problemOf(`${name}.${at}`)}
      onChange={(list) => set(name, list)}
    />
  );
  const level = textOf(record.level);
  const levels = ['central', ...states] as string[];
  const intake = plainOf(record.intake);
  const fee = plainOf(record.fee);
  const apply = plainOf(record.apply);
  const reasons = plainOf(record.reasons);
  return (
    <section className="form" aria-labelledby="scheme-record">
      <h2 id="scheme-record">{words.recordHeading}</h2>
      {text('name')}
      <SelectField
        label={words.record.level}
        value={level}
        options={[
          ...(levels.includes(level) ? [] : ([[level, level || words.choose]] as const)),
          ...levels.map((one) => [one, one === 'central' ? words.central : stateName(one)] as const),
        ]}
        onChange={(value) => set('level', value)}
      />
      {text('department')}
      {text('forWhom')}
      <SelectField
        label={words.record.kind}
        value={textOf(record.kind)}
        options={[['', words.notSaid], ...schemeKinds.map((one) => [one, words.kinds[one]] as const)]}
        onChange={(value) => set('kind', value || undefined)}
      />
      <NumberField
        label={words.record.worth}
        hint={words.recordHints.worth}
        value={record.worth}
        problem={problemOf('worth')}
        onChange={(value) => set('worth', value ?? undefined)}
      />
      <SelectField
        label={words.intake.label}
        value={textOf(intake.status)}
        options={[['', words.notSaid], ...intakeStatuses.map((one) => [one, words.intake[one]] as const)]}
        onChange={(status) => set('intake', status === '' ? undefined : { ...intake, status })}
      />
      {textOf(intake.status) !== '' && (
        <TextField
          label={words.intake.day}
          hint={words.intake.dayHint}
          value={intake.day}
          type="date"
          problem={problemOf('intake.day')}
          onChange={(day) => set('intake', withPart(intake, 'day', day))}
        />
      )}
      {points('benefits')}
      {points('eligibility')}
      {points('exclusions')}
      {points('documents')}
      <fieldset className="studio-choices scheme-points">
        <legend>{words.record.fee}</legend>
        <NumberField
          label={words.feeAmount}
          hint={words.feeHint}
          value={fee.amount}
          problem={problemOf('fee.amount')}
          onChange={(amount) => set('fee', withPart(fee, 'amount', amount))}
        />
        <TextField
          label={words.feeNote}
          value={fee.note}
          rows={2}
          isLine
          maxLength={300}
          onChange={(note) => set('fee', withPart(fee, 'note', note))}
        />
      </fieldset>
      <TextField
        label={words.applyOnline}
        hint={words.recordHints.officialUrl}
        value={apply.online}
        type="url"
        maxLength={2_000}
        problem={problemOf('apply.online')}
        onChange={(online) => set('apply', withPart(apply, 'online', online))}
      />
      <PointList
        label={words.applyOffline}
        item={words.points.offline}
        points={apply.offline}
        most={40}
        longest={600}
        problemOf={(at) => problemOf(`apply.offline.${at}`)}
        onChange={(offline) => set('apply', withPart(apply, 'offline', offline))}
      />
      {text('officialUrl')}
      {text('lastCheckedAt')}
      {points('alsoCheck')}
      {(isTranslation || record.reasons !== undefined) && (
        // Sentences of the original's rules with their translations: the sentences themselves are the original's.
        <fieldset className="studio-choices scheme-points">
          <legend>{words.record.reasons}</legend>
          <span className="hint">{words.recordHints.reasons}</span>
          {Object.entries(reasons).map(([sentence, translation]) => (
            <TextField
              key={sentence}
              label={sentence}
              value={translation}
              rows={2}
              isLine
              maxLength={600}
              onChange={(said) => set('reasons', withPart(reasons, sentence, said))}
            />
          ))}
        </fieldset>
      )}
    </section>
  );
}
