import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a file of the content folder below `root`, with the folders above it. @param name 'articles/pension.md' */
export function writeContent(root: string, name: string, text: string | Buffer): void {
  const path = join(root, 'content', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
