import { t } from '../messages/messages.ts';
import { finder } from '../messages/schemes.ts';
import { langOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Gate } from './account/gate.tsx';

export type ProfileBuiltModel = { firstName: string; isPhoneLinked: boolean; target: string | null };

type Step = { icon: string; title: string; note: string; href: string };

/** Where somebody new lands: the account is ready, and what to do with it now. */
export function ProfileBuiltView({ firstName, isPhoneLinked, target }: ProfileBuiltModel) {
  const steps: Step[] = [
    ...(isPhoneLinked ? [] : [{ icon: 'phone', title: t.account.welcomeMobile, note: t.account.welcomeMobileNote, href: '/profile?do=link' }]),
    ...(firstName === '' ? [{ icon: 'me', title: t.account.welcomeName, note: t.account.welcomeNameNote, href: '/profile?do=name#name' }] : []),
    { icon: 'schemes', title: finder.welcome, note: finder.welcomeNote, href: '/find-schemes' },
    { icon: 'women', title: t.account.welcomeFamily, note: t.account.welcomeFamilyNote, href: '/profile?do=add#add' },
  ];
  return (
    <Gate title={t.account.welcome} description={t.account.welcomeDescribe} path="/profile_built" heading={firstName === '' ? t.account.welcome : <span lang={langOf(firstName)}>{t.account.welcomeNamed(firstName)}</span>}>
      <p className="soft">{t.account.welcomeLead}</p>
      <ul className="errands">
        {steps.map(({ icon, title, note, href }) => (
          <li key={href}><Icon name={icon} /><div><a href={href}>{title}</a><small>{note}</small></div></li>
        ))}
      </ul>
      <a className="btn full" href={target ?? '/'}>{target ? t.account.welcomeBack : t.account.welcomeRead}</a>
    </Gate>
  );
}
