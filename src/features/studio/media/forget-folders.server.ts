import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../platform/settings/config.server.ts';

const hour = 3_600_000;
// An import that fetches pictures may read its file for hours, on another instance too.
const retentionOf = (name: string) => (name.startsWith('i-') ? 24 * hour : hour);

/** Deletes what a process left that was killed during an upload or an import. */
export async function forgetFolders({ dataDir }: Pick<Config, 'dataDir'>, now = Date.now()): Promise<void> {
  const parent = join(dataDir, 'uploads');
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (changed < now - retentionOf(name)) await rm(path, { recursive: true, force: true });
  }
}
