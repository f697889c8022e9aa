import { redirect } from 'react-router';
import type { Role, StudioKind } from '../../database/schema.ts';
import { studioKinds } from '../../features/studio/studio.contract.ts';
import { knowStaff } from '../../features/studio/people/staff-hook.server.ts';
import { type Actor, hasOne } from '../../features/studio/studio.policy.ts';
import { type AppError, isAppError, notFound } from '../../platform/wire/errors.ts';
import { type FormArgs, needsViewer, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { addressWith } from '../../ui/pager.tsx';
import { ownAction, ownLoader, type OwnArgs } from '../account/own-form.server.ts';
import { studioNavOf } from './studio-nav.server.ts';

/** @throws AppError page_not_found without a role of the studio, as for a page that does not exist */
export async function staffHere(services: PageServices, asker: Viewer | null, url: URL) {
  const viewer = needsViewer(asker, url);
  const found = await knowStaff(services, viewer);
  if (!found.isStaff || found.isSuspended) throw notFound('page');
  return { viewer, ...found };
}

/**
 * Whoever has one of these roles, with the second factor given where the role needs one; the desk asks for it first,
 * and leads back.
 * @throws AppError page_not_found for everybody else
 */
async function deskHere(services: PageServices, asker: Viewer | null, url: URL, wanted: readonly Role[]) {
  const { actor, lacksFactor } = await staffHere(services, asker, url);
  if (lacksFactor) throw redirect(addressWith('/studio', { redirect: url.pathname + url.search }), 303);
  if (!hasOne(actor, wanted)) throw notFound('page');
  return actor;
}

/** For `ownAction`: the desk's forms come back once the factor that this session has not given yet is given. */
export async function owesFactor(services: PageServices, viewer: Viewer): Promise<boolean> {
  const { factor, lacksFactor } = await knowStaff(services, viewer);
  return factor === 'needed' && lacksFactor;
}

/** The kind of piece that an address of the studio names. @throws AppError page_not_found */
export function kindIn({ kind }: { kind?: string | undefined }): StudioKind {
  const found = studioKinds.find((one) => one === kind);
  if (!found) throw notFound('page');
  return found;
}

export type DeskArgs<Result extends Sent = Sent> = OwnArgs<Result> & { actor: Actor & { id: string } };

/** A page for whoever has one of these roles; its model has what the studio's navigation shows, too. */
export const deskLoader = <Model extends object, Result extends Sent>(
  roles: readonly Role[],
  load: (args: DeskArgs<Result>) => Promise<Model>,
) =>
  ownLoader(async (args: OwnArgs<Result>) => {
    const actor = await deskHere(args.services, args.viewer, args.url, roles);
    return { model: { ...(await load({ ...args, actor })), nav: studioNavOf(actor) } };
  });

type DeskForm<Result extends Sent> = {
  /** Fields that hold what a person types: they come back after a session, or its second factor, has ended. */
  typed?: readonly string[];
  comeBack?(form: URLSearchParams): Result;
  act(args: FormArgs & { viewer: Viewer; actor: Actor & { id: string } }): Promise<Result | Response>;
};

/** The forms of such a page. */
export const deskAction = <Result extends Sent>(
  roles: readonly Role[],
  { typed = [], comeBack = () => ({}) as Result, act }: DeskForm<Result>,
) =>
  ownAction<Result>({
    typed,
    comeBack,
    lacksFactor: owesFactor,
    act: async (args) => act({ ...args, actor: await deskHere(args.services, args.viewer, args.url, roles) }),
  });

/** For `catch`: what a page says of a refusal of one of these statuses; every other error is thrown on. */
export const onRefusal =
  <Said>(statuses: readonly number[], say: (error: AppError) => Said) =>
  (error: unknown): Said => {
    if (!isAppError(error) || !statuses.includes(error.status)) throw error;
    return say(error);
  };
