import { storedHere } from '../platform/browser/stored-here.ts';

/** Removes invalid values from the storage of this browser. The stores load only where something is stored. */
export async function tidyStored(): Promise<void> {
  if (!Object.keys(storedHere()).some((key) => key !== 'consent')) return;
  await import('../platform/browser/tidy-stores.ts').then((stores) => stores.tidyStores());
}
