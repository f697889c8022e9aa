import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useSite } from '../../ui/site-context.ts';

export const PrivacyCrumbs = () => (
  <Breadcrumbs crumbs={[{ name: t.nav.privacy, href: '/privacy' }, { name: t.consent.pageTitle }]} />
);

/** Explains what the site stores in a browser; the choice follows (privacy-choice.tsx). */
export function PrivacySettingsView() {
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

/** The same two answers as in the consent bar, at equal size. */
export function PrivacyButtons() {
  const { analyticsId, adsenseClient } = useSite();
  if (!analyticsId && !adsenseClient) return null;
  return (
    <div className="acts">
      <button type="button" className="btn" data-act="allow">
        {t.consent.yes}
      </button>
      <button type="button" className="btn" data-act="refuse">
        {t.consent.no}
      </button>
    </div>
  );
}
