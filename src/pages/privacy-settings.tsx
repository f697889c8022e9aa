import { insistOn, pageLoader } from '../platform/page-loader.server.ts';
import { ServerOnly } from '../ui/server-only.tsx';
import { PrivacyChoice } from './privacy-choice.tsx';
import { PrivacyButtons, PrivacyCrumbs, PrivacySettingsView } from './privacy-settings-view.tsx';

export const loader = pageLoader(async ({ url }) => {
  insistOn('/settings/privacy', url);
  return { model: null, tags: [] };
});

export default function PrivacySettingsPage() {
  return (
    <main id="main">
      <div className="wrap read plain">
        <ServerOnly as="div">{import.meta.env.SSR && <PrivacyCrumbs />}</ServerOnly>
        <div className="paper stack">
          <ServerOnly as="div">{import.meta.env.SSR && <PrivacySettingsView />}</ServerOnly>
          <PrivacyChoice />
          <ServerOnly as="div">{import.meta.env.SSR && <PrivacyButtons />}</ServerOnly>
        </div>
      </div>
    </main>
  );
}
