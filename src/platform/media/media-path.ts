// S3's limit for a key, in bytes.
const mostBytes = 1_024;

/** Whether a path names a file below its folder. Leading dots are reserved for our incomplete files. */
export const isMediaPath = (path: string): boolean =>
  !path.includes('\0') &&
  Buffer.byteLength(path) <= mostBytes &&
  path.split('/').every((part) => part !== '' && !part.startsWith('.'));
