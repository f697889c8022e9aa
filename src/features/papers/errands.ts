import { z } from 'zod';
import { states } from '../schemes/facts.ts';
import { ages, type Condition, homes, marriages } from './choices.ts';
import { factInFile, papers, readDataFile, type PaperId, wordsInFile } from './papers.ts';

/** Conditions that `errands.yaml` names. */
const conditions = {
  infant: { age: ['under-5'] },
  child: { age: ['under-5', '5-to-17'] },
  adult: { age: ['18-to-59', '60-or-more'] },
  old: { age: ['60-or-more'] },
  married: { married: 'yes' },
  ownHome: { home: 'own' },
  rentedHome: { home: 'rented' },
} satisfies Record<string, Condition>;

const condition = z.union([
  z.enum(Object.keys(conditions) as (keyof typeof conditions)[]).transform((name): Condition => conditions[name]),
  z.strictObject({
    age: z.array(z.enum(ages)).optional(),
    married: z.enum(marriages).optional(),
    home: z.enum(homes).optional(),
    state: z.array(z.enum(states)).optional(),
  }),
]);

/** What a paper has to prove, where one of several will do. */
const proof = z.enum(['identity', 'address', 'birth', 'relation', 'ownership', 'income', 'tax', 'place']);
export type Proof = z.infer<typeof proof>;

/** What most offices take, where an errand does not list its own. */
const usually: Partial<Record<Proof, PaperId[]>> = {
  identity: ['aadhaar', 'voter-card', 'passport', 'driving-licence', 'pan'],
  address: ['aadhaar', 'voter-card', 'passport', 'electricity-bill', 'water-bill', 'rent-agreement', 'bank-passbook'],
  birth: ['birth-certificate', 'class-10', 'passport', 'pan', 'driving-licence'],
};

const paperId = z.string().refine((id) => Object.hasOwn(papers, id), 'not in papers.yaml');
const shared = { when: condition.optional(), note: wordsInFile.optional() };
const need = z.union([
  z.strictObject({ paper: paperId, ...shared }),
  z
    .strictObject({ proof, oneOf: z.array(paperId).min(1).optional(), ...shared })
    .transform(({ oneOf, ...rest }) => ({ ...rest, oneOf: oneOf ?? usually[rest.proof] ?? [] }))
    .refine(({ oneOf }) => oneOf.length > 0, 'nothing proves it'),
]);
export type Need = z.infer<typeof need>;

export const groups = ['identity', 'family', 'certificates', 'money', 'home', 'work', 'vehicle'] as const;

const errand = z
  .strictObject({
    name: wordsInFile,
    group: z.enum(groups),
    needs: z.array(need).min(1),
    /** Where to go. */
    where: wordsInFile,
    /** Official site; null where there is none. */
    site: z.url().nullable().default(null),
    /** The paper that comes of it: its fee and days are those of `papers.yaml`. */
    gives: paperId.optional(),
    /** Otherwise its own; absent where nobody has checked yet. */
    fee: factInFile.optional(),
    days: factInFile.optional(),
    source: z.url().optional(),
    readOn: z.iso.date().optional(),
  })
  .refine(({ source, readOn }) => (source === undefined) === (readOn === undefined), 'source and readOn go together')
  // Without a source: written from the forms' usual lists, not checked yet.
  .transform(({ source, readOn, ...rest }) => ({ ...rest, source: source && readOn ? { url: source, readOn } : null }));
export type Errand = z.infer<typeof errand>;

/** The name in addresses: `/papers/passport`. */
export type ErrandId = string;

export const errands: Readonly<Record<ErrandId, Errand>> = z
  .record(z.string(), errand)
  .parse(readDataFile('errands.yaml'));
export const errandIds: ErrandId[] = Object.keys(errands);
export const isErrandId = (id: string): id is ErrandId => Object.hasOwn(errands, id);

/** Throws for an id that `errands.yaml` has not. */
export function getErrand(id: ErrandId): Errand {
  const found = errands[id];
  if (!found) throw new Error(`No errand '${id}'`);
  return found;
}
