import { useEffect } from 'react';

type WithManifest = { __reactRouterManifest?: { version: string } };

/** The service worker (public/sw.js) begins its work when a page first hydrates; its address says which build it belongs to. */
export function OfflineWorker() {
  useEffect(() => {
    const version = (window as WithManifest).__reactRouterManifest?.version;
    if (!import.meta.env.PROD || !version || !('serviceWorker' in navigator)) return;
    navigator.serviceWorker.register(`/sw.js?v=${encodeURIComponent(version)}`).catch(() => { /* reading goes on without it */ });
  }, []);
  return null;
}
