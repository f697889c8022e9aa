import { redirect } from 'react-router';
import { setBrand } from '../../features/studio/desks/set-brand.server.ts';
import { admins } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { siteDesk as words } from '../../messages/site-desk.ts';
import { siteName } from '../../messages/site-name.ts';
import type { Sent } from '../../platform/page/page-loader.server.ts';
import { siteNameText } from '../../platform/settings/settings.server.ts';
import { logoOf } from '../../platform/settings/site-logo.server.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { servedPage } from '../served-page.tsx';
import { shownLogos } from '../shell-model.server.ts';
import { studioNavOf } from './studio-nav.server.ts';
import { type SiteProblem, StudioSiteView, type StudioSiteModel, studioSitePath } from './studio-site-view.tsx';
import { deskHere, owesFactor } from './studio-staff.server.ts';

type SentHere = Sent & { problem: SiteProblem };

export const loader = ownLoader<SentHere>(async ({ services, url, viewer, sent }) => {
  const actor = await deskHere(services, viewer, url, admins);
  const { brand } = services;
  return {
    model: {
      nav: studioNavOf(actor),
      name: siteName(),
      isNamed: brand?.name !== undefined,
      logos: shownLogos(brand?.logos),
      isFromStudio: brand?.isFromStudio ?? { name: false, logos: false },
      isSaved: url.searchParams.has('saved'),
      problem: sent?.problem ?? null,
    } satisfies StudioSiteModel,
  };
});

const wrong = (field: SiteProblem['field'], text: string, name: string | null = null): SentHere => ({
  status: 400,
  problem: { field, text, name },
});

/** The name, the logos, and taking each back: each a form of its own. */
export const action = ownAction<SentHere>({
  typed: ['name'],
  comeBack: (form) => ({ problem: { field: null, text: account.again.back, name: form.get('name') } }),
  lacksFactor: owesFactor,
  act: async ({ services, url, viewer, form }) => {
    const actor = await deskHere(services, viewer, url, admins);
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

export default servedPage(ownView(StudioSiteView), 'wrap studio');
