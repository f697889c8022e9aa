import { account } from '../../messages/account.ts';
import { community as c } from '../../messages/community.ts';
import { finder } from '../../messages/finder.ts';
import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Gate, Told } from './gate.tsx';

export type ProfileBuiltModel = {
  firstName: string;
  isPhoneLinked: boolean;
  target: string | null;
  /** The post that was sent together with the sign-up. */
  posted: { kind: 'QUESTION' | 'COMMENT' | 'REPLY'; title: string; href: string; isNameless: boolean } | null;
};

type Step = { icon: string; title: string; note: string; href: string };

/** Welcome page of a new account, with the next steps. */
export function ProfileBuiltView({ firstName, isPhoneLinked, target, posted }: ProfileBuiltModel) {
  const ready = firstName === '' ? account.welcome : account.welcomeNamed(firstName);
  const steps: Step[] = [
    ...(isPhoneLinked
      ? []
      : [{ icon: 'phone', title: account.welcomeMobile, note: account.welcomeMobileNote, href: '/profile?do=link' }]),
    // Beside a post without a name, that others see the name is untrue.
    ...(firstName === '' && !posted?.isNameless
      ? [{ icon: 'me', title: account.welcomeName, note: account.welcomeNameNote, href: '/profile?do=name#name' }]
      : []),
    { icon: 'schemes', title: finder.welcome, note: finder.welcomeNote, href: '/find-schemes' },
    { icon: 'social', title: account.welcomeFamily, note: account.welcomeFamilyNote, href: '/profile?do=add#add' },
  ];
  return (
    <Gate
      title={account.welcome}
      description={account.welcomeDescribe}
      path="/profile_built"
      heading={posted ? c.posted.heading : <span lang={langOf(firstName)}>{ready}</span>}
    >
      {posted && (
        <>
          <Told title={c.posted.live[posted.kind]}>
            <p>
              <a href={posted.href} lang={langOf(posted.title)}>
                {posted.title}
              </a>
            </p>
          </Told>
          {posted.isNameless && <p>{c.posted.nameless}</p>}
          <p>{c.posted.next[posted.kind]}</p>
          <a className="btn full" href={posted.href}>
            {c.posted.see[posted.kind]}
          </a>
          <h2 lang={langOf(firstName)}>{ready}</h2>
        </>
      )}
      <p className="soft">{account.welcomeLead}</p>
      <ul className="errands">
        {steps.map(({ icon, title, note, href }) => (
          <li key={href}>
            <Icon name={icon} />
            <div>
              <a href={href}>{title}</a>
              <small>{note}</small>
            </div>
          </li>
        ))}
      </ul>
      <a className={posted ? 'btn ghost full' : 'btn full'} href={target ?? '/'}>
        {target ? account.welcomeBack : account.welcomeRead}
      </a>
    </Gate>
  );
}
