import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';

// What the site and its commands keep in the data folder, and what a volume of its own begins with.
const ours =
  /^(auth-secret|backups|cache|control\.sock|erasures\.jsonl|lost\+found|media|moving|pglite.*|restoring|uploads|\.s\..*)$/;

/** Creates a folder of the site that its owner alone may read (0700), or makes an existing one so. */
export function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}

/**
 * The folder that `DATA_DIR` names, readable by its owner alone. One that other programs use keeps its mode: closing
 * /tmp or /var would break them.
 * @throws Error where other users may write into it
 */
export function dataFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(path);
  if (mode & 0o1002) throw new Error('other users write into it as well: name a folder of its own');
  // A volume may belong to root and be open to this process by its group; what is in it is closed one by one.
  const mayClose = [0, uid].includes(process.getuid?.() ?? uid);
  if (mayClose && readdirSync(path).every((name) => ours.test(name))) chmodSync(path, 0o700);
}
