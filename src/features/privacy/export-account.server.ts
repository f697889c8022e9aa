import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { and, asc, gt, inArray } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { outboxMessages } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import { AppError, isAppError, unauthenticated } from '../../platform/wire/errors.ts';
import { batchOf, inKeyset, jsonPieces } from '../../platform/process/json-pieces.ts';
import { minute, sharedLimit } from '../../platform/guard/limits.server.ts';
import { recipientHash } from '../../platform/delivery/outbox.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { patiently } from '../../platform/http/request-context.server.ts';
import { spenderOf } from '../../platform/guard/spend-limits.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { createWorkQueue } from '../../platform/process/work-queue.server.ts';
import { findUser, toUser } from '../users/users.queries.server.ts';
import { personOf } from './person-of.server.ts';

type Exporter = Pick<Viewer, 'userId' | 'lacksFactor'>;

// Each holds a connection of the pool until its file is whole.
const writing = createWorkQueue(2, 30);
const chunkBytes = 64 * 1024;
/** Of a process that ended meanwhile. */
const leaseSeconds = 2 * minute;

/**
 * All stored data of one person as JSON inside `data`, by feature, from one snapshot; one at a time for each person.
 * What a role has brought is left out of a session that has not given the role's second factor: it is the newsroom's
 * as well. It is read in batches into a file without a name, so that neither its size nor a slow reader costs memory
 * or a connection.
 * @throws AppError 409 in_progress while another one of this person is under way, on any instance
 */
export async function exportAccount(
  services: PageServices,
  viewer: Exporter,
): Promise<{ stream: Readable; bytes: number }> {
  const end = await takeLease(services, viewer.userId);
  try {
    const file = await writing.run(randomUUID(), () => writeFile(services, viewer));
    const { size } = await file.stat();
    return { stream: readOnce(file, end), bytes: size };
  } catch (error) {
    await end();
    throw error;
  }
}

/** @returns ends the lease; a second time it does nothing */
async function takeLease({ connection }: PageServices, userId: string): Promise<() => Promise<void>> {
  const limit = sharedLimit(connection, 'exporting', 1, leaseSeconds);
  await limit(userId).catch((error: unknown) => {
    if (!isAppError(error) || error.status !== 429) throw error;
    throw new AppError(409, 'in_progress', () => problems.exporting, { retryAfterSeconds: 5 });
  });
  let isLeased = true;
  return async () => {
    if (!isLeased) return;
    isLeased = false;
    // It expires by itself where this fails.
    await spenderOf(connection)
      .refund(connection.db, [{ limit, key: userId }])
      .catch(() => {});
  };
}

async function writeFile(services: PageServices, viewer: Exporter): Promise<FileHandle> {
  const folder = join(services.config.dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `e-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await patiently(() =>
      services.connection.db.transaction(
        async (tx) => {
          const data = await everythingOf(tx, services, viewer);
          let waiting = '';
          for await (const piece of jsonPieces({ data })) {
            waiting += piece;
            if (waiting.length < chunkBytes) continue;
            await file.writeFile(waiting);
            waiting = '';
          }
          await file.writeFile(waiting);
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    );
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function readOnce(file: FileHandle, end: () => Promise<void>): Readable {
  const close = async () => {
    await file.close();
    await end();
  };
  async function* chunks() {
    for (let position = 0; ;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position);
      if (bytesRead === 0) break;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
    // Before the last byte is known to have been sent: whoever asks again at once must not be refused.
    await close();
  }
  const stream = Readable.from(chunks(), { objectMode: false });
  stream.once('close', () => void close().catch(() => {}));
  return stream;
}

async function everythingOf(
  db: Transaction,
  { config, clock, personalData }: PageServices,
  { userId, lacksFactor }: Exporter,
): Promise<Record<string, unknown>> {
  const user = await findUser(db, userId);
  if (!user) throw unauthenticated();
  const everything: Record<string, unknown> = {
    exportedAt: clock().toISOString(),
    user: { ...toUser(user), updatedAt: user.updatedAt, suspendedUntil: user.suspendedUntil },
  };
  const person = personOf(user);
  for (const { name, isOfRole, exportOf } of personalData)
    if (!(isOfRole && lacksFactor)) everything[name] = await exportOf(db, person);
  const hashes = person.identifiers.map((identifier) => recipientHash(config, identifier));
  everything.messagesToYou = inKeyset(
    batchOf.rows,
    (after: Pick<typeof outboxMessages.$inferSelect, 'id' | 'channel' | 'purpose' | 'createdAt'> | undefined, most) =>
      db
        .select({
          id: outboxMessages.id,
          channel: outboxMessages.channel,
          purpose: outboxMessages.purpose,
          createdAt: outboxMessages.createdAt,
        })
        .from(outboxMessages)
        .where(and(inArray(outboxMessages.recipientHash, hashes), after && gt(outboxMessages.id, after.id)))
        .orderBy(asc(outboxMessages.id))
        .limit(most),
    ({ channel, purpose, createdAt }) => ({ channel, purpose, createdAt }),
  );
  return everything;
}
