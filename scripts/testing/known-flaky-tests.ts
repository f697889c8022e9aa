/** Tests that may pass on a retry even with `npm test -- --strict`. Each entry is a debt with a date. */
export const knownFlakyTests: { test: string; reason: string; since: string }[] = [];
