import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OpenFile } from './schemes/read-schemes.server.ts';

/** Fingerprint from name, size, head and tail of the file and the settings: hashing a large dump takes too long. */
export async function openFile(path: string, salt: string): Promise<OpenFile> {
  const { size } = await stat(path);
  const hash = createHash('sha256').update(JSON.stringify([salt, basename(path), size]));
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    hash.update(buffer.subarray(0, bytesRead));
    const end = await file.read(Buffer.alloc(65_536), 0, 65_536, Math.max(0, size - 65_536));
    hash.update(end.buffer.subarray(0, end.bytesRead));
    return {
      path,
      name: basename(path),
      size,
      isGzip: buffer[0] === 0x1f && buffer[1] === 0x8b,
      fingerprint: hash.digest('hex'),
    };
  } finally {
    await file.close();
  }
}
