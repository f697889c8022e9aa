import { insistOn, pageLoader } from '../platform/page/page-loader.server.ts';
import { ProblemView } from './problem-view.tsx';

// Precached by the service worker as its offline fallback.
export const loader = pageLoader(async ({ url }) => {
  insistOn('/offline', url);
  return { model: null, tags: [] };
});

export default function OfflinePage() {
  return (
    <main id="main">
      <ProblemView kind="offline" />
    </main>
  );
}
