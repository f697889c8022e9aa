import { t } from '../messages/messages.ts';
import { InertScript } from '../ui/inert-script.tsx';
import { useSite } from '../ui/site-context.ts';

/** The two answers, at equal size. */
export const ConsentButtons = () => (
  <div className="acts">
    <button type="button" className="btn" data-act="allow">
      {t.consent.yes}
    </button>
    <button type="button" className="btn" data-act="refuse">
      {t.consent.no}
    </button>
  </div>
);

function Question({ analytics, advertising }: { analytics: boolean; advertising: boolean }) {
  return (
    <div className="wrap">
      <p>
        {t.consent.note(analytics, advertising)} <a href="/settings/privacy">{t.consent.more}</a>
      </p>
      <ConsentButtons />
    </div>
  );
}

/** Rendered hidden; the inline script shows it to those who have not answered. Without configured tags nothing is seen. */
export function ConsentBar() {
  const { analyticsId, adsenseClient } = useSite();
  if (!(analyticsId ?? adsenseClient)) return <i id="consent" hidden />;
  return (
    <aside
      id="consent"
      className="consent"
      hidden
      aria-label={t.consent.heading}
      data-analytics={analyticsId}
      data-advertising={adsenseClient}
    >
      <Question analytics={analyticsId !== undefined} advertising={adsenseClient !== undefined} />
      <InertScript id="tags" src="/tags.js" />
    </aside>
  );
}
