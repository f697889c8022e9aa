/** Whether a change of this file (from the project's root) takes a new server process in development; Vite sees to the others. */
export const isServerSource = (path: string): boolean =>
  /\.(ts|sql|json)$/.test(path) && !/\.test\.ts$|^src\/(pages|ui|messages)\//.test(path);
