import { account } from '../messages/account.ts';
import { finder } from '../messages/schemes.ts';
import { langOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Gate } from './account/gate.tsx';

export type ProfileBuiltModel = { firstName: string; isPhoneLinked: boolean; target: string | null };

type Step = { icon: string; title: string; note: string; href: string };

/** Where somebody new lands: the account is ready, and what to do with it now. */
export function ProfileBuiltView({ firstName, isPhoneLinked, target }: ProfileBuiltModel) {
  const steps: Step[] = [
    ...(isPhoneLinked
      ? []
      : [{ icon: 'phone', title: account.welcomeMobile, note: account.welcomeMobileNote, href: '/profile?do=link' }]),
    ...(firstName === ''
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
      heading={
        firstName === '' ? account.welcome : <span lang={langOf(firstName)}>{account.welcomeNamed(firstName)}</span>
      }
    >
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
      <a className="btn full" href={target ?? '/'}>
        {target ? account.welcomeBack : account.welcomeRead}
      </a>
    </Gate>
  );
}
