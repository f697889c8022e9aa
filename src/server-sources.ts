/**
 * Modules that Node loads by itself, once for the server and its pages: paths relative to the project's root. Pages' own
 * modules and JSX are Vite's.
 */
export const isServerModule = (path: string): boolean => /^src\/(?!pages\/).*\.ts$/.test(path);

/**
 * Whether a change of this file (relative to the project's root) requires a restart in development; Vite handles the
 * others.
 */
export const isServerSource = (path: string): boolean =>
  /\.(ts|sql|json)$/.test(path) &&
  !/\.(?:test|island)\.ts$|^src\/pages\/|^src\/islands\/(?!build-|browser-)/.test(path);
