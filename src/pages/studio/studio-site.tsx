import { redirect } from 'react-router';
import { setBrand } from '../../features/studio/desks/set-brand.server.ts';
import { admins } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { siteDesk as words } from '../../messages/site-desk.ts';
import { siteName } from '../../messages/site-name.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { siteNameText } from '../../platform/settings/settings.server.ts';
import { logoOf } from '../../platform/settings/site-logo.server.ts';
import { WrittenBy } from '../account/own-view.tsx';
import { shownLogos } from '../shell-model.server.ts';
import { Field } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from '../account/gate.tsx';
import { deskPage, Done, DeskHead } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader } from './studio-staff.server.ts';

const studioSitePath = '/studio/site';

/** A form that came back; `field` null: nothing is wrong with it. */
type SiteProblem = { field: 'name' | 'logo' | 'logoDark' | null; text: string; name: string | null };

type SentHere = Sent & { problem: SiteProblem };

export const loader = deskLoader(admins, async ({ services: { brand }, url, sent }: DeskArgs<SentHere>) => ({
  name: siteName(),
  isNamed: brand?.name !== undefined,
  logos: shownLogos(brand?.logos),
  isFromStudio: brand?.isFromStudio ?? { name: false, logos: false },
  isSaved: url.searchParams.has('saved'),
  problem: sent?.problem ?? null,
}));

type Model = ModelOf<typeof loader>;

const wrong = (field: SiteProblem['field'], text: string, name: string | null = null): SentHere => ({
  status: 400,
  problem: { field, text, name },
});

/** The name, the logos, and taking each back: each a form of its own. */
export const action = deskAction<SentHere>(admins, {
  typed: ['name'],
  comeBack: (form) => ({ problem: { field: null, text: account.again.back, name: form.get('name') } }),
  async act({ services, actor, form }) {
    const go = form.get('go');
    if (go === 'endName') await setBrand(services, actor, 'end_site_name', { name: null });
    else if (go === 'endLogo') await setBrand(services, actor, 'end_site_logo', { logo: null, logoDark: null });
    else if (go === 'logo') {
      const light = await fileIn(form, 'logo');
      const dark = await fileIn(form, 'logoDark');
      if (typeof light === 'string') return wrong('logo', words.problems[light]);
      if (typeof dark === 'string') return wrong('logoDark', words.problems[dark]);
      if (!light && !dark) return wrong('logo', words.problems.none);
      if (!light && !services.brand?.isFromStudio.logos) return wrong('logo', words.problems.darkAlone);
      const change = light ? { logo: light, logoDark: dark ?? null } : { logoDark: dark };
      await setBrand(services, actor, 'set_site_logo', change);
    } else {
      const typed = form.get('name') ?? '';
      const name = siteNameText.safeParse(typed);
      if (!name.success) return wrong('name', words.nameWrong, typed.slice(0, 200));
      await setBrand(services, actor, 'set_site_name', { name: name.data });
    }
    return redirect(`${studioSitePath}?saved`, 303);
  },
});

/** As it will be shown; undefined where no file was chosen. */
async function fileIn(form: URLSearchParams, field: string) {
  const given = form.get(field);
  if (!given) return undefined;
  const logo = await logoOf(Buffer.from(given, 'base64'));
  return typeof logo === 'string' ? logo : logo.bytes;
}

/** What the site calls itself; for admins. */
function StudioSiteView({ nav, name, isNamed, logos, isFromStudio, isSaved, problem }: Model) {
  const wrong = (field: SiteProblem['field']) =>
    problem?.field === field ? { error: problem.text, isFirstWrong: true } : {};
  return (
    <>
      <DeskHead nav={nav} path={studioSitePath} title={words.title} description={words.describe} />
      <p className="soft">{words.note}</p>
      {problem?.field === null && <Notice tone="warn" title={problem.text} />}
      {isSaved && !problem && <Done>{words.saved}</Done>}
      <section>
        <SectionHead title={words.name} />
        <p>
          <b lang={langOf(name)}>{name}</b>{' '}
          <span className="soft">
            {isFromStudio.name ? words.fromStudio : isNamed ? words.fromSettings : words.fromNobody}
          </span>
        </p>
        <form className="form" method="post" noValidate>
          <WrittenBy />
          <Field
            id="site-name"
            name="name"
            label={words.name}
            hint={words.nameHint}
            autoComplete="off"
            maxLength={80}
            defaultValue={problem?.name ?? (isNamed ? name : '')}
            {...wrong('name')}
          />
          <p className="soft">{words.nameElsewhere}</p>
          <button className="btn" name="go" value="name">
            {words.saveName}
          </button>
        </form>
        {isFromStudio.name && <TakeBack go="endName" text={words.takeBackName} />}
      </section>
      <section>
        <SectionHead title={words.logo} />
        {logos ? (
          <>
            <div className="studio-row">
              <figure className="studio-ground">
                <img {...logos.light} alt={name} />
                <figcaption>{words.onLight}</figcaption>
              </figure>
              <figure className="studio-ground" data-ground="dark">
                <img {...(logos.dark ?? logos.light)} alt={name} className={logos.dark ? undefined : 'for-light'} />
                <figcaption>{words.onDark}</figcaption>
              </figure>
            </div>
            <p className="soft">{isFromStudio.logos ? words.fromStudio : words.fromSettings}</p>
          </>
        ) : (
          <p className="soft">{words.noLogo}</p>
        )}
        <form className="form" method="post" encType="multipart/form-data" noValidate>
          <WrittenBy />
          <input type="hidden" name="go" value="logo" />
          <Field
            id="site-logo"
            name="logo"
            type="file"
            accept={accepted}
            label={words.logoFile}
            hint={words.logoHint}
            {...wrong('logo')}
          />
          <Field
            id="site-logo-dark"
            name="logoDark"
            type="file"
            accept={accepted}
            label={words.darkFile}
            hint={words.darkHint}
            {...wrong('logoDark')}
          />
          <button className="btn">{words.saveLogo}</button>
        </form>
        {isFromStudio.logos && <TakeBack go="endLogo" text={words.takeBackLogo} />}
      </section>
    </>
  );
}

const accepted = '.svg,.png,image/svg+xml,image/png';

function TakeBack({ go, text }: { go: string; text: string }) {
  return (
    <form method="post">
      <WrittenBy />
      <button className="btn ghost" name="go" value={go} aria-describedby={`${go}-note`}>
        {text}
      </button>
      <p className="soft" id={`${go}-note`}>
        {words.takeBackNote}
      </p>
    </form>
  );
}

export default deskPage(StudioSiteView);
