// As many as S3 takes.
const mostBytes = 1_024;

/** Whether a path names a file below its folder, and nothing else. A name with a dot before it is ours: it is not whole yet. */
export const isMediaPath = (path: string): boolean =>
  !path.includes('\0') &&
  Buffer.byteLength(path) <= mostBytes &&
  path.split('/').every((part) => part !== '' && !part.startsWith('.'));
