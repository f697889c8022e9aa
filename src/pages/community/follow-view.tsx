import { FollowButton } from '../../features/follows/follow-button.tsx';
import type { Follow, FollowedType } from '../../features/follows/follows.contract.ts';
import { states } from '../../features/schemes/facts.ts';
import { follows as words } from '../../messages/follows.ts';
import { t } from '../../messages/messages.ts';
import { stateName } from '../../messages/places.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { Problem } from './post-form.tsx';
import { Options } from '../../ui/options.tsx';

type Named = { entityType: FollowedType; entityId: number | string; title: string | null; canonicalUrl: string | null };
export type FollowModel = {
  /** The thing of the address, or null for the list alone. */
  one: (Named & { isOn: boolean }) | null;
  list: Listing<Follow>;
  problem: string | null;
};

function Name({ title, canonicalUrl }: Pick<Named, 'title' | 'canonicalUrl'>) {
  if (title === null) return <>{words.gone}</>;
  return canonicalUrl === null ? (
    <span lang={langOf(title)}>{title}</span>
  ) : (
    <a href={canonicalUrl} lang={langOf(title)}>
      {title}
    </a>
  );
}

export function FollowView({ one, list, problem }: FollowModel) {
  return (
    <div className="wrap pile">
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} path="/follow" isUnlisted />
      <div className="intro ask">
        <h1>{words.title}</h1>
        <p className="soft">{words.note}</p>
      </div>
      {problem && <Problem isFocused>{problem}</Problem>}
      {one && (
        <section className="box stack">
          <h2>
            <Name {...one} />
          </h2>
          <p role="status">{one.isOn ? words.isOn : words.isOff}</p>
          <FollowButton
            type={one.entityType}
            id={one.entityId}
            text={one.isOn ? words.stop : words.follow}
            isOn={one.isOn}
          />
        </section>
      )}
      <form className="form" action="/follow">
        <div className="field">
          <label htmlFor="on">{words.state}</label>
          <select className="in" id="on" name="on">
            <Options of={[...states].map((state) => [`state-${state}`, stateName(state)])} />
          </select>
        </div>
        <button className="btn ghost">{words.choose}</button>
      </form>
      {list.data.length > 0 ? (
        <section>
          <SectionHead title={words.describe} />
          <ul className="ledger">
            {list.data.map((followed) => (
              <li key={`${followed.entityType} ${followed.entityId}`}>
                <b>
                  <Name {...followed} />
                </b>
                <FollowButton type={followed.entityType} id={followed.entityId} text={words.stop} isOn />
              </li>
            ))}
          </ul>
          <Pager {...list} hrefOf={(page) => addressWith('/follow', { page })} />
        </section>
      ) : (
        <Empty icon="talk" title={words.empty} note={words.emptyNote} />
      )}
    </div>
  );
}
