/**
 * Whether a change of this file (relative to the project's root) requires a restart in development; Vite handles the
 * others.
 */
export const isServerSource = (path: string): boolean =>
  /\.(ts|sql|json)$/.test(path) &&
  !/\.(?:test|island)\.ts$|^src\/(?:pages|ui|messages)\/|^src\/islands\/(?!build-|browser-)/.test(path);
