import { type ModeratedPerson, readPerson } from '../../features/moderation/person-and-context.queries.server.ts';
import { moderators } from '../../features/studio/studio.policy.ts';
import { moderation } from '../../messages/moderation.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { langOf } from '../../ui/format.ts';
import '../../features/communities/communities.css';
import { ActsOf, ModeratedPosts } from '../community/moderated-posts.tsx';
import { ModerationFrame } from './studio-moderation-parts.tsx';
import { deskPage, type StudioNavModel } from './studio-parts.tsx';
import { deskLoader } from './studio-staff.server.ts';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export const loader = deskLoader(moderators, async ({ services, params }) => {
  const id = (params.key ?? '').toLowerCase();
  const person = uuid.test(id) ? await readPerson(services.connection.db, id) : null;
  if (!person) throw notFound('page');
  return { person };
});

/** What a member wrote, and what was decided about it; each post leads to the acts. */
function StudioModerationPersonView({ person, nav }: { person: ModeratedPerson; nav: StudioNavModel }) {
  const words = moderation.desk;
  return (
    <ModerationFrame nav={nav} here={`/studio/moderation/people/${person.id}`}>
      <h1 lang={langOf(person.displayName)}>{person.displayName}</h1>
      <p className="soft">
        {words.joined(person.joinedAt)}
        {person.suspendedUntil !== null && ` · ${words.suspended(person.suspendedUntil)}`}
      </p>
      <section className="stack">
        <h2>{words.acts}</h2>
        {person.acts.length === 0 ? <p className="soft">{words.noActs}</p> : <ActsOf acts={person.acts} />}
      </section>
      <section className="stack">
        <h2>{words.posts}</h2>
        {person.posts.length === 0 ? <p className="soft">{words.noPosts}</p> : <ModeratedPosts posts={person.posts} />}
      </section>
    </ModerationFrame>
  );
}

export default deskPage(StudioModerationPersonView);
