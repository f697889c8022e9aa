import { redirect } from 'react-router';
import { hrefOf, wordsOf } from '../../features/notifications/notification-words.ts';
import {
  findNotification,
  listNotifications,
  markRead,
} from '../../features/notifications/notifications.queries.server.ts';
import { pushKeys } from '../../features/notifications/push-keys.server.ts';
import { exportSubscriptionsOf } from '../../features/notifications/push-subscriptions.queries.server.ts';
import { takesAnswerSms } from '../../features/notifications/send-answer-sms.server.ts';
import { changeTelling as changeInput, digests, type Telling } from '../../features/notifications/telling.contract.ts';
import { changeTelling, readTelling } from '../../features/notifications/telling.queries.server.ts';
import { findUser } from '../../features/users/users.queries.server.ts';
import {
  type ModelOf,
  insistOnItems,
  needsViewer,
  pageAction,
  personalLoader,
  type VisitArgs,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import '../../features/communities/communities.css';
import '../../ui/forms.css';
import type { Notification } from '../../features/notifications/notifications.contract.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { newsletter } from '../../messages/newsletter.ts';
import { unanswered } from '../../messages/unanswered.ts';
import { visitor } from '../../messages/visitor.ts';
import { Labelled } from '../../ui/field.tsx';
import { formatDate, langOf } from '../../ui/format.ts';
import { Island } from '../../ui/island.tsx';
import { Options } from '../../ui/options.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

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
        {item.kind === 'TRIED' && item.title !== null && (
          <form method="post" action={item.canonicalUrl.split('#')[0]} className="acts">
            <input type="hidden" name="intent" value="worked" />
            <input type="hidden" name="comment" value={item.commentId ?? ''} />
            <button className="btn ghost" name="worked" value="yes">
              {c.notifications.itWorked}
            </button>
            <button className="btn ghost" name="worked" value="no">
              {c.notifications.itDidNot}
            </button>
          </form>
        )}
      </span>
      {!item.isRead && <span className="state note">{c.notifications.isNew}</span>}
    </li>
  );
}

/** Null where the site sends no mail: the setting is then hidden. */
type MailSetting = { address: string | null; isOn: boolean; digest: Telling['digest'] } | null;

function ByMail({ address, isOn, digest }: NonNullable<MailSetting>) {
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
      {address !== null && (
        <form method="post" action="/notifications" className="form" id="digest-form">
          <h3>{c.notifications.digest}</h3>
          <p className="soft" id="digest-note">
            {c.notifications.digestNote(address)}
          </p>
          <Labelled id="digest" label={c.notifications.digestOften}>
            <select className="in" id="digest" name="digest" defaultValue={digest} aria-describedby="digest-note">
              <Options of={digests.map((often) => [often, c.notifications.digests[often]])} />
            </select>
          </Labelled>
          <button className="btn ghost">{c.notifications.digestSave}</button>
        </form>
      )}
    </section>
  );
}

/** Null where the site sends no SMS about answers. */
type SmsSetting = { hasNumber: boolean; isOn: boolean } | null;

function BySms({ hasNumber, isOn }: NonNullable<SmsSetting>) {
  return (
    <section className="box stack">
      <h2>{c.notifications.bySms}</h2>
      <p>{hasNumber ? c.notifications.smsNote : c.notifications.smsNeedsNumber}</p>
      {hasNumber && (
        <form method="post" action="/notifications">
          <button className="btn ghost" name="sms" value={isOn ? 'off' : 'on'}>
            {isOn ? c.notifications.smsOff : c.notifications.smsOn}
          </button>
        </form>
      )}
    </section>
  );
}

function Routed({ isOn }: { isOn: boolean }) {
  return (
    <section className="box stack">
      <h2>{unanswered.routed}</h2>
      <p>{isOn ? unanswered.routedIsOn : unanswered.routedIsOff}</p>
      <form method="post" action="/notifications">
        <button className="btn ghost" name="routed" value={isOn ? 'off' : 'on'}>
          {isOn ? unanswered.routedStop : unanswered.routedStart}
        </button>
      </form>
    </section>
  );
}

function OnDevices({ push, quiet, isQuietWrong }: Pick<Model, 'push' | 'quiet' | 'isQuietWrong'>) {
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

/** Marks a notification as read on the way, without script. @returns its target; the list where it no longer exists */
async function openNotification(db: Parameters<typeof findUser>[0], userId: string, key: string): Promise<string> {
  const item = /^[1-9]\d{0,14}$/.test(key) ? await findNotification(db, userId, Number(key)) : null;
  if (!item) return '/notifications';
  await markRead(db, userId, { ids: [item.id] });
  return hrefOf(item);
}

type Refused = Sent & { quiet: { from: string; until: string } };

export const loader = personalLoader(async ({ services, url, viewer: asker, sent }: VisitArgs<Refused>) => {
  const { outbox } = services;
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const opened = url.searchParams.get('open');
  if (opened !== null) throw redirect(await openNotification(db, viewer.userId, opened), 303);
  const page = pageIn(url);
  const list = await listNotifications(db, viewer.userId, { page, pageSize: 20 });
  insistOnItems(list, page);
  const user = await findUser(db, viewer.userId);
  const telling = await readTelling(db, viewer.userId);
  const endpoints = await exportSubscriptionsOf(db, viewer.userId);
  return {
    model: {
      list,
      mail: outbox.takes('email')
        ? { address: user?.email ?? null, isOn: telling.answers.includes('mail'), digest: telling.digest }
        : null,
      sms: takesAnswerSms(services) ? { hasNumber: Boolean(user?.phone), isOn: telling.answers.includes('sms') } : null,
      isRouted: telling.routed,
      push: {
        publicKey: pushKeys(services.config.authSecret).publicKey,
        endpoints: endpoints.map(({ endpoint }) => endpoint),
      },
      quiet: sent?.quiet ?? { from: telling.quietFrom ?? '', until: telling.quietUntil ?? '' },
      isQuietWrong: sent !== null,
    },
  };
});

type Model = ModelOf<typeof loader>;

/** Sets the ways of notifying and the quiet hours, or marks everything as read. */
export const action = pageAction<Refused>(async ({ services, form, url, viewer: asker }) => {
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const mail = form.get('mail');
  const sms = form.get('sms');
  const routed = form.get('routed');
  const now = services.clock();
  const setWay = (way: 'mail' | 'sms', isOn: boolean) =>
    changeTelling(
      db,
      viewer.userId,
      ({ answers }) => {
        const others = answers.filter((one) => one !== way);
        return { answers: isOn ? [...others, way] : others };
      },
      now,
    );
  if (form.has('quietFrom')) {
    const quiet = { from: String(form.get('quietFrom')), until: String(form.get('quietUntil') ?? '') };
    const change = changeInput.safeParse({ quietFrom: quiet.from || null, quietUntil: quiet.until || null });
    if (!change.success || (quiet.from === '') !== (quiet.until === '')) return { status: 400, quiet };
    await changeTelling(db, viewer.userId, change.data, now);
  } else if (form.has('digest')) {
    const change = changeInput.safeParse({ digest: form.get('digest') });
    if (change.success) await changeTelling(db, viewer.userId, change.data, now);
  } else if (mail === 'on' || mail === 'off') await setWay('mail', mail === 'on');
  else if (sms === 'on' || sms === 'off') await setWay('sms', sms === 'on');
  else if (routed === 'on' || routed === 'off')
    await changeTelling(db, viewer.userId, { routed: routed === 'on' }, now);
  else await markRead(db, viewer.userId, { all: true });
  return redirect('/notifications', 303);
});

function NotificationsView({ list, mail, sms, isRouted, ...devices }: Model) {
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
      {sms && <BySms {...sms} />}
      <Routed isOn={isRouted} />
      <OnDevices {...devices} />
      <p>
        <a href="/newsletter">{newsletter.title}</a>
      </p>
      <p>
        <a href="/moderation/log">{c.moderation.logTitle}</a>
      </p>
    </div>
  );
}

export default servedPage(NotificationsView);
