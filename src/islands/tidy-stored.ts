/** Removes invalid values from the storage of this browser. The stores load only where something is stored. */
export async function tidyStored(): Promise<void> {
  if (!hasStored()) return;
  const { tidyStores } = await import('../platform/tidy-stores.ts');
  tidyStores();
}

function hasStored(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key !== 'consent');
  } catch {
    return false;
  }
}
