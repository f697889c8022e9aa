import { readConfig } from '../platform/settings/config.server.ts';
import { openMediaStore } from '../platform/media/media-store.server.ts';
import { WrongUse, terminal } from '../platform/process/command.ts';
import { copyMediaIn, pullMedia } from '../features/backups/copy-stores.server.ts';
import { showProgress } from '../features/backups/progress.ts';
import { runScript } from './run-script.server.ts';

const help = `Moves media between DATA_DIR/media and the bucket of MEDIA_S3_URL, or deletes some.

  npm run media -- push              copies every file that the bucket does not have, or has otherwise
  npm run media -- pull              the same from the bucket into DATA_DIR/media
  npm run media -- remove FILE…      deletes files, such as /media/stories/one.webp or the whole address, from where they are kept and from every instance;
                                     a sealed copy is kept for 180 days (npm run sealed): --reason "…" says why, --keep-nothing seals nothing

push and pull delete nothing and may be repeated; the site may run meanwhile.
Exit status: 0 done, 1 an error, or a file to be removed was not there, 2 wrong use.`;

/** The push and pull commands, which need no database. */
export async function runMedia(args: string[]): Promise<number> {
  return runScript(args, help, {}, async ({ positionals: [direction, ...more] }) => {
    if ((direction !== 'push' && direction !== 'pull') || more.length > 0) throw new WrongUse('push, pull or remove?');
    const config = readConfig();
    if (!config.mediaBucket) throw new WrongUse('Say which bucket: MEDIA_S3_URL, MEDIA_S3_KEY_ID and MEDIA_S3_SECRET.');
    const bucket = await openMediaStore(config);
    const progress = showProgress(terminal, 'Media', 'files');
    await bucket.check();
    if (direction === 'pull') {
      const pulled = await pullMedia(bucket, config.mediaDir, progress);
      terminal.out(`${config.mediaDir} has what ${bucket.place} has: ${pulled} files were new or changed.`);
    } else {
      const stored = await copyMediaIn(config.mediaDir, bucket, progress);
      terminal.out(`${bucket.place} has what ${config.mediaDir} has: ${stored} files were new or changed.`);
    }
  });
}
