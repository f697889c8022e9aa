import { personalLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import { account } from '../../messages/account.ts';
import { Gate } from './gate.tsx';
import type { Method } from './identifier.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { servedPage } from '../served-page.tsx';

type ForgotModel = { lost: Method };

const waysBack = () => ({
  phone: {
    title: account.forgotNumber,
    note: account.forgotNumberNote,
    act: account.forgotNumberAct,
    href: '/login?method=email',
  },
  email: {
    title: account.forgotAddress,
    note: account.forgotAddressNote,
    act: account.forgotAddressAct,
    href: '/login?method=phone',
  },
});

export const loader = personalLoader(async ({ url }) => ({
  model: { lost: url.searchParams.get('method') === 'email' ? 'email' : 'phone' } satisfies ForgotModel,
}));

/** There is no password: offers the other sign-in method, or support. `lost` decides which comes first. */
function ForgotPasswordView({ lost }: ForgotModel) {
  const ways = waysBack();
  const order = lost === 'phone' ? [ways.phone, ways.email] : [ways.email, ways.phone];
  return (
    <Gate title={account.forgot} description={account.forgotDescribe} path="/forgot-password">
      <p>{account.forgotLead}</p>
      {order.map(({ title, note, act, href }, at) => (
        <section key={href} className="stack">
          <SectionHead title={title} />
          <p className="soft">{note}</p>
          <a className={at === 0 ? 'btn full' : 'btn ghost full'} href={href}>
            {act}
          </a>
        </section>
      ))}
      <section className="stack">
        <SectionHead title={account.forgotBoth} />
        <p className="soft">{account.forgotBothNote}</p>
        <a className="btn ghost full" href="/contact">
          {account.forgotBothAct}
        </a>
      </section>
    </Gate>
  );
}

export default servedPage(ForgotPasswordView);
