import { z } from 'zod';
import { currentLanguage } from '../../messages/catalogue.ts';
import { letters } from '../../messages/letters.ts';
import { type ApiPlugin, errorLanguageOf } from '../../platform/http/api.server.ts';
import { invalidInput, notFound } from '../../platform/wire/errors.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { calendarFile } from './calendar-file.ts';
import { isDay } from './indian-days.ts';
import { letterInput, procedureShown, writtenLetter } from './letters.contract.ts';
import { letterLanguages, type Procedure } from './procedure.ts';
import { findProcedure, procedures } from './procedures.ts';
import { readAnswers } from './read-answers.ts';
import { toWrittenLetter, writeLetter } from './write-letter.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { refusal } from '../../platform/wire/problem.ts';

const which = z.object({ procedure: z.string().max(80) });

function getProcedure(id: string): Procedure {
  const procedure = findProcedure(id);
  if (!procedure) throw notFound('procedure');
  return procedure;
}

const shown = ({ id, title, about, basis, questions, sources }: Procedure): z.infer<typeof procedureShown> => ({
  id,
  title,
  about,
  basis,
  questions: questions.map(({ id: question, kind, label, help, isRequired, options, onlyWith }) => ({
    id: question,
    kind,
    label,
    help: help ?? null,
    isRequired: isRequired ?? false,
    options: options?.map(({ value }) => value) ?? null,
    onlyWith: onlyWith ?? null,
  })),
  sources,
});

export const lettersApi: ApiPlugin = async (app, { services: { limits, clock, config } }) => {
  app.get(
    '/letters',
    {
      schema: {
        summary: 'The procedures for which a letter can be written',
        response: { 200: z.object({ data: z.array(procedureShown) }) },
      },
    },
    async () => ({ data: Object.values(procedures).map(shown) }),
  );

  app.get(
    '/letters/:procedure',
    {
      schema: {
        summary: 'The questions of a procedure',
        params: which,
        response: { 200: z.object({ data: procedureShown }) },
      },
    },
    async ({ params }) => ({ data: shown(getProcedure(params.procedure)) }),
  );

  app.post(
    '/letters/:procedure',
    {
      schema: {
        summary: 'A finished letter, and the day by which an answer is due; nothing of it is kept',
        description: 'Days are counted in Indian time. This is no legal advice.',
        params: which,
        body: letterInput,
        response: { 200: z.object({ data: writtenLetter }) },
      },
    },
    async (request) => {
      const procedure = getProcedure(request.params.procedure);
      await limits.searches(networkOf(request.ip));
      const { lang, answers: given } = request.body;
      const today = dayInIndia(clock());
      const { answers, problems, unknown } = inLanguage(errorLanguageOf(request), () =>
        readAnswers(procedure, given, today),
      );
      if (unknown.length > 0)
        throw invalidInput(
          unknown.slice(0, 20).map((id) => ({ path: `answers.${id}`, message: () => letters.unknown })),
          'unknown_field',
        );
      if (problems.length > 0)
        throw invalidInput(problems.map(({ path, message }) => ({ path: `answers.${path}`, message: () => message })));
      return {
        data: inLanguage(lang, () => toWrittenLetter(writeLetter(procedure, lang, answers, today), lang)),
      };
    },
  );

  app.get(
    '/letters/:procedure/due.ics',
    {
      schema: {
        summary: 'A calendar file of the day by which an answer is due; it names the kind of letter only',
        params: which,
        querystring: z.strictObject({
          on: z.string().refine(isDay, refusal('field.dayHere')),
        }),
      },
    },
    async ({ params, query }, reply) => {
      const procedure = getProcedure(params.procedure);
      // `?lang` is taken for every call (platform/http/api-language.server.ts).
      const lang = letterLanguages.find((one) => one === currentLanguage()) ?? 'en';
      const title = procedure.title[lang];
      const address = config.publicOrigin + addressIn(lang, `/letters/${procedure.id}`);
      return reply
        .header('content-disposition', `attachment; filename="${procedure.id}-${query.on}.ics"`)
        .type('text/calendar; charset=utf-8')
        .serializer(String)
        .send(
          calendarFile({
            id: `${procedure.id}-${query.on}@${new URL(config.publicOrigin).hostname}`,
            day: query.on,
            ...inLanguage(lang, () => ({
              title: letters.calendarTitle(title),
              text: letters.calendarText(title, address),
            })),
            address,
            now: clock(),
          }),
        );
    },
  );
};
