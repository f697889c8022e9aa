import { t } from '../messages/messages.ts';
import { ServerOnly } from '../ui/server-only.tsx';
import { useSite } from '../ui/site-context.ts';

function Question({ analytics, advertising }: { analytics: boolean; advertising: boolean }) {
  return (
    <div className="wrap stack">
      <p>
        <b>{t.consent.heading}.</b> {t.consent.note(analytics, advertising)}{' '}
        <a href="/settings/privacy">{t.consent.more}</a>
      </p>
      <div className="acts">
        <button type="button" className="btn" data-act="allow">
          {t.consent.yes}
        </button>
        <button type="button" className="btn" data-act="refuse">
          {t.consent.no}
        </button>
      </div>
    </div>
  );
}

/** Hidden as it arrives: the visit script shows it to those who were never asked. Where nothing is configured it stays empty. */
export function ConsentBar() {
  const { analyticsId, adsenseClient } = useSite();
  const hasTags = Boolean(analyticsId ?? adsenseClient);
  return (
    <ServerOnly
      as="aside"
      id="consent"
      className="consent"
      hidden
      aria-label={import.meta.env.SSR ? t.consent.heading : undefined}
      data-analytics={analyticsId}
      data-advertising={adsenseClient}
    >
      {import.meta.env.SSR && hasTags && (
        <>
          <Question analytics={analyticsId !== undefined} advertising={adsenseClient !== undefined} />
          <script type="text/held" id="ownTags" src="/tags.js" />
        </>
      )}
    </ServerOnly>
  );
}
