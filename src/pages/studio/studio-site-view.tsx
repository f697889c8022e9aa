import { siteDesk as words } from '../../messages/site-desk.ts';
import { Field } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import type { Site } from '../../ui/site-context.ts';
import { Told } from '../account/gate.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { Done, DeskHead, type StudioNavModel } from './studio-parts.tsx';

export const studioSitePath = '/studio/site';

/** A form that came back; `field` null: nothing is wrong with it. */
export type SiteProblem = { field: 'name' | 'logo' | 'logoDark' | null; text: string; name: string | null };
export type StudioSiteModel = {
  nav: StudioNavModel;
  name: string;
  isNamed: boolean;
  logos: Site['logos'];
  isFromStudio: { name: boolean; logos: boolean };
  isSaved: boolean;
  problem: SiteProblem | null;
};

/** What the site calls itself; for admins. */
export function StudioSiteView({ nav, name, isNamed, logos, isFromStudio, isSaved, problem }: StudioSiteModel) {
  const wrong = (field: SiteProblem['field']) =>
    problem?.field === field ? { error: problem.text, isFirstWrong: true } : {};
  return (
    <>
      <DeskHead nav={nav} path={studioSitePath} title={words.title} description={words.describe} />
      <p className="soft">{words.note}</p>
      {problem?.field === null && <Told tone="warn" title={problem.text} />}
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
