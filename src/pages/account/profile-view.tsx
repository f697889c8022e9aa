import type { Device } from '../../features/sessions/sessions.contract.ts';
import { community as c } from '../../messages/community.ts';
import { account } from '../../messages/account.ts';
import { errands } from '../../messages/errands.ts';
import { t } from '../../messages/messages.ts';
import { formatNumber, fullStop, langOf } from '../../ui/format.ts';
import { Field, fieldsOf } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from './gate.tsx';
import { WrittenBy } from './own-view.tsx';
import { ProfileFamily, type FamilyModel } from './profile-family-view.tsx';

type ShownDevice = Omit<Device, 'expiresAt'>;
type Consent = {
  kind: 'account' | 'child' | 'referral';
  profileId: number | null;
  referralId: number | null;
  name: string | null;
  givenAt: string;
  withdrawnAt: string | null;
};

export type ProfileModel = FamilyModel & {
  /** The expanded form: 'name', 'add' or a family member's id. */
  open: string | null;
  told: keyof typeof account.told | null;
  name: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  email: string | null;
  since: string;
  devices: ShownDevice[];
  consents: Consent[];
  mayModerate: boolean;
};

export function ProfileView(model: ProfileModel) {
  const { told, refused, name, since } = model;
  return (
    <div className="wrap account">
      <PageHead
        title={t.site.titleOf(account.yourAccount)}
        description={account.accountDescribe}
        path="/profile"
        isUnlisted
      />
      <header className="by stack">
        <span className="face" aria-hidden="true">
          {[...name][0]}
        </span>
        <div>
          <h1 lang={langOf(name)}>{name}</h1>
          <p className="soft small">{account.memberSince(since)}</p>
        </div>
      </header>
      <nav className="chips" aria-label={account.yourAccount}>
        <a className="chip" href="/cart">
          {t.nav.saved}
        </a>
        <a className="chip" href="/profile/questions">
          {c.mine}
        </a>
        <a className="chip" href="/profile/complaints">
          {errands.grievance.mine.title}
        </a>
        <a className="chip" href="/notifications" data-unread>
          {c.notifications.title}
        </a>
        {model.mayModerate && (
          <a className="chip" href="/moderation">
            {c.moderation.title}
          </a>
        )}
      </nav>
      {told && <Notice title={account.told[told]} />}
      {refused && <Notice tone={refused.isKept ? 'warn' : 'bad'} title={refused.text ?? account.somethingWrong} />}
      {/* Drawn by the island only. */}
      <div hidden>
        <Icon name="alert" />
      </div>
      <Island name="changes" when="now" props={{ isFinder: false }} />
      <div className="sections">
        <SignInWays {...model} />
        <ProfileFamily {...model} />
        <Devices devices={model.devices} />
        <Privacy consents={model.consents} />
      </div>
    </div>
  );
}

const Way = ({ name, value }: { name: string; value: string | null }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value ? (
        <>
          <b>{value}</b>
          <small>{account.proven}</small>
        </>
      ) : (
        account.notLinked
      )}
    </dd>
  </div>
);

function SignInWays({ open, refused, firstName, lastName, phone, email }: ProfileModel) {
  const { typed, errors } = refused?.form === 'name' ? refused : { typed: {}, errors: {} };
  const names = { firstName: typed.firstName ?? firstName, lastName: typed.lastName ?? lastName };
  const field = fieldsOf(['firstName', 'lastName'], names, errors);
  return (
    <section aria-labelledby="ways">
      <SectionHead title={account.signInWays} id="ways" />
      <dl className="ledger facts">
        <Way name={account.mobile} value={phone} />
        <Way name={account.email} value={email} />
      </dl>
      <a className={phone ? 'btn ghost' : 'btn'} href="/profile?do=link">
        {phone ? account.changeMobile : account.linkMobile}
      </a>
      <details className="fold" id="name" open={open === 'name'}>
        <summary>{account.changeName}</summary>
        <form className="form" method="post" action="/profile" noValidate>
          <WrittenBy />
          <input type="hidden" name="intent" value="name" />
          <Field
            {...field('firstName', 'first-name')}
            label={account.firstName}
            autoComplete="given-name"
            maxLength={80}
          />
          <Field
            {...field('lastName', 'last-name')}
            label={account.lastName}
            hint={account.lastNameHint}
            autoComplete="family-name"
            maxLength={80}
          />
          <button className="btn">{account.save}</button>
        </form>
      </details>
    </section>
  );
}

function Devices({ devices }: { devices: ShownDevice[] }) {
  return (
    <section aria-labelledby="devices">
      <SectionHead title={account.devices} id="devices" />
      <p className="soft small">{account.devicesNote}</p>
      <ul className="ledger rows">
        {devices.map(({ id, device, isCurrent, createdAt, lastSeenAt }) => {
          const name = device ? account.device(device) : account.unknownDevice;
          return (
            <li key={id}>
              <div>
                <b>{name}</b>
                <small>
                  {isCurrent ? account.thisDevice : `${account.signedInOn(createdAt)}, ${account.lastSeen(lastSeenAt)}`}
                </small>
              </div>
              {!isCurrent && (
                <form method="post" action="/profile">
                  <WrittenBy />
                  <input type="hidden" name="intent" value="end-device" />
                  <input type="hidden" name="id" value={id} />
                  <button className="link" aria-label={account.endDeviceNamed(name)}>
                    {account.endDevice}
                  </button>
                </form>
              )}
            </li>
          );
        })}
      </ul>
      <div className="acts">
        <a className="btn ghost" href="/signout">
          {account.signOut}
        </a>
        {devices.length > 1 && (
          <form method="post" action="/profile">
            <WrittenBy />
            <input type="hidden" name="intent" value="end-others" />
            <button className="btn ghost">{account.endOthers}</button>
          </form>
        )}
      </div>
    </section>
  );
}

function Privacy({ consents }: { consents: Consent[] }) {
  return (
    <section aria-labelledby="privacy">
      <SectionHead title={account.yourData} id="privacy" />
      <h3>{account.consents}</h3>
      <ul className="ledger rows">
        {consents.map(({ kind, profileId, referralId, name, givenAt, withdrawnAt }) => {
          const what = name ? `${account.consentKinds[kind]}: ${name}` : account.consentKinds[kind];
          return (
            <li key={`${kind}-${formatNumber(profileId ?? referralId ?? 0)}-${givenAt}`}>
              <div>
                <b>{what}</b>
                <small>
                  {account.given(givenAt)}
                  {withdrawnAt && `, ${account.withdrawn(withdrawnAt)}`}
                  {kind === 'account' && !withdrawnAt && `${fullStop()} ${account.withdrawAccount}`}
                </small>
              </div>
              {kind !== 'account' && !withdrawnAt && (
                <form method="post" action="/profile">
                  <WrittenBy />
                  <input type="hidden" name="intent" value={kind === 'child' ? 'withdraw' : 'withdraw-referral'} />
                  <input type="hidden" name="id" value={profileId ?? referralId ?? ''} />
                  <button className="link" aria-label={account.withdrawNamed(what)}>
                    {account.withdraw}
                  </button>
                </form>
              )}
            </li>
          );
        })}
      </ul>
      <h3>{account.takeWith}</h3>
      <p className="soft">{account.takeWithNote}</p>
      <a className="btn ghost" href="/api/user/export" download>
        {account.download}
      </a>
      <h3>{account.deleteAccount}</h3>
      <p className="soft">{account.deleteNote}</p>
      <a className="btn ghost danger" href="/profile?do=delete">
        {account.deleteStart}
      </a>
    </section>
  );
}
