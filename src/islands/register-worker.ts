type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(version: string): string },
  ): { createScriptURL(version: string): string };
};

/** The only script URL that is set from a string, and so the only one that trusted types must allow. */
function addressOf(version: string): string {
  const createScriptURL = (build: string) => `/sw.js?v=${encodeURIComponent(build)}`;
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes
    ? trustedTypes.createPolicy('nagrik-worker', { createScriptURL }).createScriptURL(version)
    : createScriptURL(version);
}

/** Registered on the first interaction; the URL contains the build's version. */
export function registerWorker(): void {
  const version = import.meta.env.VITE_BUILD;
  // Undefined in some browsers' private windows, whatever the type says.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!version || !workers) return;
  workers.register(addressOf(version)).catch(() => {
    /* offline reading is optional */
  });
}
