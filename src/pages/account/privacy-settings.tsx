import { t } from '../../messages/messages.ts';
import { insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { Island } from '../../ui/island.tsx';
import { useSite } from '../../ui/site-context.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ConsentButtons } from '../consent-bar.tsx';

const PrivacyCrumbs = () => (
  <Breadcrumbs crumbs={[{ name: t.nav.privacy, href: '/privacy' }, { name: t.consent.pageTitle }]} />
);

export const loader = pageLoader(async ({ url }) => {
  insistOn('/settings/privacy', url);
  return { model: null, tags: [] };
});

/** What was chosen, and the same two answers as in the consent bar; empty where nothing is configured that asks. */
function PrivacyChoice() {
  const { signal, chosenYes: yes, chosenNo: no, notChosen, needsScript } = t.consent;
  const { analyticsId, adsenseClient } = useSite();
  if (!analyticsId && !adsenseClient) return null;
  return (
    <>
      <Island name="privacy" when="now" props={{ signal, yes, no, notChosen }}>
        <p role="status">{needsScript}</p>
      </Island>
      <ConsentButtons />
    </>
  );
}

/** Explains what the site stores in a browser; the choice follows (privacy-choice.tsx). */
function PrivacySettingsView() {
  const { analyticsId, adsenseClient } = useSite();
  const hasTags = Boolean(analyticsId ?? adsenseClient);
  return (
    <>
      <PageHead
        title={t.site.titleOf(t.consent.pageTitle)}
        description={t.consent.pageDescription}
        path="/settings/privacy"
        isUnlisted
      />
      <h1>{t.consent.pageTitle}</h1>
      <div className="md">
        <h2>{t.consent.own}</h2>
        <p>{t.consent.ownNote}</p>
        <ul>
          {[t.consent.visit, t.consent.mode, t.consent.answer, t.consent.offline].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <h2>{t.consent.others}</h2>
        <p>{hasTags ? t.consent.othersNote : t.consent.nobody}</p>
      </div>
    </>
  );
}

export default function PrivacySettingsPage() {
  return (
    <main id="main">
      <div className="wrap read slim">
        <PrivacyCrumbs />
        <div className="paper stack">
          <PrivacySettingsView />
          <PrivacyChoice />
        </div>
      </div>
    </main>
  );
}
