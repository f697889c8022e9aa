import type { z } from 'zod';
import { invalidatePagesAtOnce, invalidatePagesOnCommit } from '../../../platform/cache/page-cache.server.ts';
import { invalidInput, notFound } from '../../../platform/wire/errors.ts';
import { problem } from '../../../platform/wire/problem.ts';
import type { OfficeHour } from '../../communities/office-hours.contract.ts';
import { deleteOfficeHour, findOfficeHour, insertOfficeHour } from '../../communities/office-hours.queries.server.ts';
import { actAs, conflict, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { type Actor, publishers } from '../studio.policy.ts';
import type { officeHourInput } from './questions.contract.ts';

const hour = 3_600_000;
const longest = 8 * hour;
const furthest = 90 * 24 * hour;
const tags = ['questions'];

/** @throws AppError 400 for times that do not fit, 403, 404 for a person or topic, 409 where one is set at that time */
export async function setOfficeHour(
  services: StudioServices,
  viewer: Actor,
  { helperId, categoryId, startsAt, endsAt }: z.output<typeof officeHourInput>,
): Promise<OfficeHour> {
  const now = services.clock().getTime();
  const lasts = endsAt.getTime() - startsAt.getTime();
  if (startsAt.getTime() <= now || startsAt.getTime() > now + furthest)
    throw invalidInput([{ path: 'startsAt', message: problem('studio.hourStart') }]);
  if (lasts <= 0 || lasts > longest) throw invalidInput([{ path: 'endsAt', message: problem('studio.hourEnd') }]);
  const set = await actAs(services, viewer, publishers, async (tx, actor) => {
    const id = await insertOfficeHour(tx, { helperId, categoryId, startsAt, endsAt });
    if (id === 'no helper') throw notFound('person');
    if (id === 'no category') throw notFound('category');
    if (id === 'overlaps') throw conflict(problem('studio.hourOverlaps'));
    await noteAct(tx, actor, 'set_office_hour', { data: { person: helperId } });
    await invalidatePagesOnCommit(tx, tags);
    return (await findOfficeHour(tx, id))!;
  });
  await invalidatePagesAtOnce(services.connection, tags);
  return set;
}

export async function endOfficeHour(services: StudioServices, viewer: Actor, id: number): Promise<{ id: number }> {
  await actAs(services, viewer, publishers, async (tx, actor) => {
    if (!(await deleteOfficeHour(tx, id))) throw notFound('page');
    await noteAct(tx, actor, 'end_office_hour');
    await invalidatePagesOnCommit(tx, tags);
  });
  await invalidatePagesAtOnce(services.connection, tags);
  return { id };
}
