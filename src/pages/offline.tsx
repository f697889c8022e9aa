import { insistOn, pageLoader } from '../platform/page-loader.server.ts';
import { ServerOnly } from '../ui/server-only.tsx';
import { ProblemView } from './problem-view.tsx';

// The service worker keeps this page for when there is no network.
export const loader = pageLoader(async ({ url }) => {
  insistOn('/offline', url);
  return { model: null, tags: [] };
});

export default function OfflinePage() {
  return (
    <ServerOnly as="main" id="main">
      {import.meta.env.SSR && <ProblemView kind="offline" />}
    </ServerOnly>
  );
}
