import { useEffect } from 'react';

type WithManifest = { __reactRouterManifest?: { version: string } };

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(version: string): string },
  ): { createScriptURL(version: string): string };
};

/** The only address from which this product loads a script by its name. */
function workerOf(version: string): string {
  const createScriptURL = (build: string) => `/sw.js?v=${encodeURIComponent(build)}`;
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes
    ? trustedTypes.createPolicy('nagrik-worker', { createScriptURL }).createScriptURL(version)
    : createScriptURL(version);
}

/** The service worker (public/sw.js) begins its work when a page first hydrates; its address says which build it belongs to. */
export function OfflineWorker() {
  useEffect(() => {
    const version = (window as WithManifest).__reactRouterManifest?.version;
    if (!import.meta.env.PROD || !version || !('serviceWorker' in navigator)) return;
    navigator.serviceWorker.register(workerOf(version)).catch(() => {
      /* reading goes on without it */
    });
  }, []);
  return null;
}
