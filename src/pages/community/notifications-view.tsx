import { wordsOf } from '../../features/notifications/notification-words.ts';
import type { Notification } from '../../features/notifications/notifications.contract.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { visitor } from '../../messages/visitor.ts';
import type { PushProps } from './push.island.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';

function Line({ item }: { item: Notification }) {
  return (
    <li>
      <span>
        <b>
          <a href={`/notifications?open=${item.id}`}>{wordsOf(item)}</a>
        </b>
        <small>
          <span lang={langOf(item.title ?? '')}>{item.title ?? c.notifications.somewhere}</span> ·{' '}
          <time dateTime={item.createdAt}>{formatDate(item.createdAt)}</time>
        </small>
      </span>
      {!item.isRead && <span className="state note">{c.notifications.isNew}</span>}
    </li>
  );
}

/** Null where the site sends no mail: the setting is then hidden. */
type MailSetting = { address: string | null; isOn: boolean } | null;
export type NotificationsModel = {
  list: Listing<Notification> & { unreadCount: number };
  mail: MailSetting;
  push: PushProps;
  quiet: { from: string; until: string };
  isQuietWrong: boolean;
};

function ByMail({ address, isOn }: NonNullable<MailSetting>) {
  return (
    <section className="box stack">
      <h2>{c.notifications.byMail}</h2>
      <p>
        {address === null
          ? c.notifications.mailNeedsAddress
          : isOn
            ? c.notifications.mailIsOn(address)
            : c.notifications.mailIsOff(address)}
      </p>
      {address !== null && (
        <form method="post" action="/notifications">
          <button className="btn ghost" name="mail" value={isOn ? 'off' : 'on'}>
            {isOn ? c.notifications.turnOff : c.notifications.turnOn}
          </button>
        </form>
      )}
    </section>
  );
}

function OnDevices({ push, quiet, isQuietWrong }: Pick<NotificationsModel, 'push' | 'quiet' | 'isQuietWrong'>) {
  const time = (name: string, label: string, value: string) => (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        className="in"
        id={name}
        name={name}
        type="time"
        defaultValue={value}
        aria-describedby="quiet-note"
        {...(isQuietWrong ? { 'aria-invalid': true, 'aria-errormessage': 'quiet-wrong' } : {})}
      />
    </div>
  );
  return (
    <section className="box stack">
      <h2>{c.push.title}</h2>
      <p>{c.push.note}</p>
      <Island name="push" when="now" props={push}>
        <div className="stack">
          <p role="status" />
          {(['isOn', 'isOff', 'refused', 'notHere', 'failed'] as const).map((name) => (
            <template key={name} data-words={name}>
              {c.push[name]}
            </template>
          ))}
          <div className="acts">
            <button type="button" className="btn ghost" data-push="on" hidden>
              {c.push.turnOn}
            </button>
            <button type="button" className="btn ghost" data-push="off" hidden>
              {c.push.turnOff}
            </button>
          </div>
        </div>
      </Island>
      <form method="post" action="/notifications" className="form" id="quiet">
        <h3>{c.push.quiet}</h3>
        <p className="soft" id="quiet-note">
          {c.push.quietNote}
        </p>
        {isQuietWrong && (
          <p className="err" id="quiet-wrong" role="alert">
            {c.push.quietBoth}
          </p>
        )}
        {time('quietFrom', c.push.quietFrom, quiet.from)}
        {time('quietUntil', c.push.quietUntil, quiet.until)}
        <button className="btn ghost">{c.push.save}</button>
      </form>
    </section>
  );
}

export function NotificationsView({ list, mail, ...devices }: NotificationsModel) {
  return (
    <div className="wrap pile">
      <PageHead
        title={t.site.titleOf(c.notifications.title)}
        description={c.notifications.describe}
        path="/notifications"
        isUnlisted
      />
      <div className="intro ask">
        <h1>{c.notifications.title}</h1>
        {list.data.length > 0 && <p className="soft">{visitor.unread(list.unreadCount)}</p>}
        {list.unreadCount > 0 && (
          <form method="post" action="/notifications">
            <button className="btn ghost">{c.notifications.markAll}</button>
          </form>
        )}
      </div>
      {list.data.length > 0 ? (
        <ul className="ledger told">
          {list.data.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <Empty icon="talk" title={c.notifications.empty} note={c.notifications.emptyNote}>
          <div className="acts">
            <a className="btn" href="/community">
              {c.allQuestions}
            </a>
            <a className="btn ghost" href="/community/ask">
              {c.ask}
            </a>
          </div>
        </Empty>
      )}
      <Pager {...list} hrefOf={(page) => addressWith('/notifications', { page })} />
      {mail && <ByMail {...mail} />}
      <OnDevices {...devices} />
      <p>
        <a href="/moderation/log">{c.moderation.logTitle}</a>
      </p>
    </div>
  );
}
