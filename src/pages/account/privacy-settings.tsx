import { t } from '../../messages/messages.ts';
import { insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { Island } from '../../ui/island.tsx';
import { useSite } from '../../ui/site-context.ts';
import { PrivacyButtons, PrivacyCrumbs, PrivacySettingsView } from './privacy-settings-view.tsx';

export const loader = pageLoader(async ({ url }) => {
  insistOn('/settings/privacy', url);
  return { model: null, tags: [] };
});

/** Empty where neither analytics nor advertising is configured. */
function PrivacyChoice() {
  const { signal, chosenYes: yes, chosenNo: no, notChosen, needsScript } = t.consent;
  const { analyticsId, adsenseClient } = useSite();
  if (!analyticsId && !adsenseClient) return null;
  return (
    <Island name="privacy" when="now" props={{ signal, yes, no, notChosen }}>
      <p role="status">{needsScript}</p>
    </Island>
  );
}

export default function PrivacySettingsPage() {
  return (
    <main id="main">
      <div className="wrap read plain">
        <PrivacyCrumbs />
        <div className="paper stack">
          <PrivacySettingsView />
          <PrivacyChoice />
          <PrivacyButtons />
        </div>
      </div>
    </main>
  );
}
