import { problems } from '../../../messages/problems.ts';
import { orSaying } from '../../../platform/guard/limits.server.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';

const megabyte = 1024 * 1024;

/**
 * Counts a file that is about to be received.
 * @param bytes as announced; the most that is taken where nothing is
 * @throws AppError 503 where the disk is short, 429 for too many files or bytes of one person
 */
export async function countUpload(
  { disk, limits }: Pick<PageServices, 'disk' | 'limits'>,
  userId: string,
  bytes: number,
): Promise<void> {
  await disk?.insistOnSpace();
  await limits.uploads(userId);
  const megabytes = Math.max(1, Math.ceil(bytes / megabyte));
  await orSaying(limits.uploadMegabytesPerDay(userId, undefined, megabytes), () => problems.muchToday);
}

/** Of a form, from its headers. */
export const announcedBytes = (header: string | undefined, most: number): number =>
  header !== undefined && /^\d{1,12}$/.test(header) ? Math.min(Number(header), most) : most;
