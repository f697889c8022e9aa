import type { z } from 'zod';
import { countForm } from '../../features/support/count-form.server.ts';
import { errands } from '../../messages/errands.ts';
import type { FormArgs } from '../../platform/page/page-loader.server.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { inWords } from '../account/wait-words.ts';

type Sender = { userId: string | null; address: string };
export type Errors<Name extends string> = Partial<Record<Name | 'form', string>>;
type Writing<Name extends string, Input, Opened> = {
  kind: 'contact' | 'grievance';
  schema: z.ZodType<Input>;
  /** What is said where a field is wrong. */
  words: Record<Name, string>;
  open(input: Input, sender: Sender): Promise<Opened>;
};

/** Sends a form to the site. @returns `opened` null for a robot, which filled in the trap */
export async function writeToUs<Name extends string, Input, Opened>(
  { services, form, viewer, address }: FormArgs,
  { kind, schema, words, open }: Writing<Name, Input, Opened>,
): Promise<
  { typed: Record<Name, string> } & ({ status: 400 | 429; errors: Errors<Name> } | { opened: Opened | null })
> {
  const typed = Object.fromEntries(
    Object.keys(words).map((name) => [name, (form.get(name) ?? '').replace(/\r\n?/g, '\n')]),
  ) as Record<Name | 'email' | 'phoneNo', string>;
  const parsed = schema.safeParse(typed);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path }) => path[0] as Name);
    const errors = Object.fromEntries(wrong.map((name) => [name, words[name]])) as Errors<Name | 'email'>;
    if ((typed.email + typed.phoneNo).trim() === '') errors.email = errands.grievance.reach;
    return { typed, status: 400, errors };
  }
  try {
    await countForm(services, kind, address);
    if (form.get('website')) return { typed, opened: null };
    return { typed, opened: await open(parsed.data, { userId: viewer?.userId ?? null, address }) };
  } catch (error) {
    if (!isAppError(error) || error.status !== 429) throw error;
    const form = errands.contact.tooMany(inWords(error.retryAfterSeconds ?? 3_600));
    return { typed, status: 429, errors: { form } as Errors<Name> };
  }
}
