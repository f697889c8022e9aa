import { z } from 'zod';
import type { StudioKind } from '../../database/schema.ts';
import { readMoment } from '../../platform/process/indian-time.ts';
import { roles } from '../../platform/wire/viewer.ts';
import { idParam, listOf, oneOf, pagingInQuery, safeText } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';

/** Kinds of pieces, as in the addresses of the API and of the content folder. */
export const studioKinds = [
  'articles',
  'videos',
  'webstories',
  'pages',
  'categories',
  'tags',
  'authors',
  'ctas',
  'scams',
  'feed',
] as const satisfies readonly StudioKind[];

export const studioStates = [
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'scheduled',
  'live',
  'unpublished',
  'removed',
] as const;
const state = z.enum(studioStates);
const revision = z.int().min(1).max(2_147_483_647);
const note = safeText(2_000);
const reason = safeText(2_000, 1).refine((text) => text.trim() !== '', refusal('field.sayWhy'));
const role = z.enum(roles);

export const pieceParams = z.object({ id: idParam });
export const revisionParams = z.object({ id: idParam, n: idParam });
const uuid = z.uuid(refusal('field.id'));

export const pagingQuery = z.strictObject(pagingInQuery);
export const listQuery = z.strictObject({
  ...pagingQuery.shape,
  state: state.optional(),
  q: safeText(200).optional(),
});

export const baseRevision = revision.describe('The revision that the change starts from.');
export const reviewInput = z.strictObject({ revision, note: note.optional() });
export const changesInput = z.strictObject({ revision, note: reason });

/** A time; without a zone it is Indian time. */
export const moment = z
  .string()
  .max(40)
  .transform((text, context) => {
    const date = readMoment(text);
    if (date) return date;
    context.addIssue({ code: 'custom', ...refusal('field.moment') });
    return z.NEVER;
  });
export const publishInput = z.strictObject({
  revision,
  at: moment.optional(),
  changeNote: safeText(1_000, 1)
    .refine((text) => text.trim() !== '', refusal('field.sayChange'))
    .optional(),
  emergencyReason: reason.optional(),
});
export const mostTogether = 50;
export const togetherInput = z.strictObject({
  pieces: z
    .array(z.strictObject({ kind: z.enum(studioKinds), id: z.int().min(1).max(999_999_999), revision }))
    .min(1)
    .max(mostTogether),
  at: publishInput.shape.at,
  changeNote: publishInput.shape.changeNote,
});
export const publishedTogether = z.object({
  data: z.array(
    z.object({
      kind: z.enum(studioKinds),
      id: z.int(),
      title: z.string(),
      outcome: z.enum(['live', 'scheduled', 'refused']),
      message: z.string().nullable().describe('Why it was refused.'),
      at: z.iso.datetime().nullable(),
    }),
  ),
});
export const endInput = z.strictObject({ reason });
export const removeInput = z.strictObject({
  reason,
  keepsNothing: z.boolean().optional().describe('No sealed copy, where a law forbids even that.'),
});
export const previewInput = z.strictObject({ hours: z.int().min(1).max(168) });
export const linkParams = z.object({ linkId: uuid });
export const shareInput = z.strictObject({ person: safeText(320, 1), isShared: z.boolean().default(true) });

export const standing = oneOf(z.object({ id: z.int(), revision: z.int(), state }));
export const changed = oneOf(
  z.object({
    id: z.int(),
    revision: z.int(),
    state,
    /** Where a number that was changed in the text still stands; nothing of it is in the way. */
    problems: z.array(z.object({ path: z.string(), message: z.string(), isBlocking: z.boolean() })),
  }),
);
export const published = oneOf(z.object({ state, live: z.int().nullable(), at: z.iso.datetime() }));
export const ended = oneOf(z.object({ id: z.int(), state, live: z.int().nullable() }));
export const removed = oneOf(
  z.object({
    id: z.int(),
    state,
    live: z.int().nullable(),
    unsealed: z.array(z.string()).describe('Files that could not be kept sealed.'),
    undeleted: z.array(z.string()).describe('Files that the store did not delete.'),
  }),
);

const line = {
  id: z.int(),
  kind: z.string(),
  key: z.string(),
  title: z.string(),
  lang: z.string().nullable(),
  revision: z.int(),
  state,
  live: z.int().nullable(),
  at: z.string().nullable().describe('When it becomes live, where it is scheduled.'),
  lastCheckedAt: z.string().nullable(),
  canonicalUrl: z.string().nullable(),
  createdBy: z.string().describe("A person's id, or 'system'."),
  updatedBy: z.string(),
  updatedByName: z.string(),
  updatedAt: z.iso.datetime(),
};
const pieceLine = z.object({
  ...line,
  older: z
    .object({ since: z.iso.datetime().nullable() })
    .nullable()
    .describe('A live translation that says something else than its original, and since when, where that is known.'),
});
export const pieceList = listOf(pieceLine);
export const onePiece = oneOf(
  z.looseObject({
    ...line,
    problems: z.array(z.object({ path: z.string(), message: z.string(), isBlocking: z.boolean() })),
  }),
);

const revisionLine = {
  revision: z.int(),
  lang: z.string().nullable(),
  by: z.string(),
  byName: z.string(),
  fromRevision: z.int().nullable(),
  isErased: z.boolean(),
  isLive: z.boolean(),
  at: z.iso.datetime(),
};
export const revisionList = listOf(z.object(revisionLine));
export const oneRevision = oneOf(z.looseObject({ id: z.int(), title: z.string(), body: z.string(), ...revisionLine }));

const act = z.object({
  id: z.int(),
  act: z.string(),
  kind: z.string().nullable(),
  pieceId: z.int().nullable(),
  fromRevision: z.int().nullable(),
  toRevision: z.int().nullable(),
  note: z.string().nullable(),
  isEmergency: z.boolean(),
  by: z.string(),
  byName: z.string(),
  /** Name of the person whom the act is about; the note says it too. */
  aboutName: z.string().nullable(),
  /** Of the piece as it stands now, in lists of acts on many pieces; empty after a removal. */
  title: z.string().nullable(),
  at: z.iso.datetime(),
});
export const actList = listOf(act);

export const oneLink = oneOf(z.object({ id: z.string(), url: z.string(), expiresAt: z.iso.datetime() }));
export const endedLink = oneOf(z.object({ id: z.string() }));
export const linkList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      createdBy: z.string(),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
      endedAt: z.string().nullable(),
      comments: z.array(
        z.object({ id: z.int(), name: z.string(), text: z.string(), revision: z.int(), at: z.iso.datetime() }),
      ),
    }),
  ),
});
export const oneShare = oneOf(z.object({ id: z.int(), userId: z.string(), isShared: z.boolean() }));

export const work = oneOf(
  z.object({
    waiting: z.array(pieceLine),
    overdue: z.array(pieceLine),
    /** Translations that say something else than their originals. */
    outdated: z.array(pieceLine),
    mine: z.array(pieceLine),
    emergencies: z.array(act),
    /** The day so far, in Indian time; null for whoever only writes. */
    day: z
      .object({
        day: z.iso.date(),
        visits: z.int(),
        searches: z.int(),
        posts: z.int(),
        complaints: z.object({ open: z.int(), overdue: z.int() }),
        scams: z.int(),
      })
      .nullable(),
    /** Published pieces that still quote a figure which a scheme's record or rules had until lately. */
    figures: z.array(
      z.object({
        kind: z.enum(['article', 'video', 'webstory', 'cta']),
        id: z.string(),
        title: z.string(),
        lang: z.string(),
        unit: z.enum(['rupees', 'years', 'percent', 'hectares']),
        value: z.number(),
        quote: z.string(),
        schemeId: z.int(),
        schemeName: z.string(),
        /** First day on which the figure was no longer in force. */
        since: z.string(),
      }),
    ),
  }),
);

export const me = oneOf(
  z.object({
    id: z.string(),
    roles: z.array(role),
    secondFactor: z.enum(['missing', 'needed', 'given']),
    needsSecondFactor: z.boolean(),
  }),
);
export const factorSecret = oneOf(z.object({ secret: z.string(), url: z.string() }));
export const factorInput = z.strictObject({ code: z.string().regex(/^\d{6}$/, refusal('field.sixDigits')) });
export const factorGiven = oneOf(z.object({ secondFactor: z.literal('given') }));

export const people = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      displayName: z.string(),
      roles: z.array(role),
      author: z.object({ id: z.int(), name: z.string() }).nullable(),
    }),
  ),
});
export const personParams = z.object({ userId: uuid });
export const rolesInput = z.strictObject({ roles: z.array(role).max(5) });
export const rolesSet = oneOf(z.object({ id: z.string(), roles: z.array(role) }));
export const invitationInput = z
  .strictObject({
    phoneNo: safeText(40, 1).optional(),
    email: safeText(320, 1).optional(),
    roles: z.array(role).min(1).max(5),
  })
  .refine(({ phoneNo, email }) => (phoneNo === undefined) !== (email === undefined), {
    path: ['phoneNo'],
    ...refusal('field.numberOrAddress'),
  });
export const oneInvitation = oneOf(z.object({ id: z.int(), expiresAt: z.iso.datetime() }));
export const invitationList = z.object({
  data: z.array(z.object({ id: z.int(), to: z.string(), roles: z.array(role), expiresAt: z.iso.datetime() })),
});
export const oneId = oneOf(z.object({ id: z.int() }));
export const authorLinkInput = z.strictObject({ userId: uuid.nullable() });
export const authorLink = oneOf(z.object({ id: z.int(), userId: z.string().nullable() }));

export const oneMedia = oneOf(z.object({ path: z.string(), width: z.int().nullable(), height: z.int().nullable() }));
/** The words beside an uploaded file, as the form sends them. */
export const mediaFields = z.strictObject({
  description: safeText(1_000).optional(),
  credit: safeText(200).optional(),
  seconds: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, refusal('field.seconds'))
    .transform(Number)
    .optional(),
});
/** The same as metadata of a resumable upload. */
export const uploadWords = z.object({
  ...mediaFields.shape,
  filename: z.string().max(1_000).optional(),
  /** SHA-256 of the file's first and last megabyte: a later version of a file may have its name and length. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
const mediaPath = (ending: string) =>
  z.string().regex(new RegExp(`^/media/studio/[0-9a-f]{32}\\.${ending}$`), refusal('field.sentFile'));
export const mediaInput = z.strictObject({
  path: mediaPath('\\w{3,4}'),
  description: safeText(1_000).optional(),
  credit: safeText(200).optional(),
  captions: mediaPath('vtt').nullable().optional(),
  poster: mediaPath('webp').nullable().optional(),
});
export const mediaNamed = z.strictObject({ path: mediaPath('\\w{3,4}') });
export const captionsInput = z.strictObject({
  path: mediaPath('(?:mp4|webm)'),
  text: safeText(100_000, 1).describe('WebVTT, SRT, or lines such as `0:05 The words`.'),
});
export const mediaQuery = z.strictObject({
  ...pagingQuery.shape,
  kind: z.enum(['picture', 'video', 'captions']).optional(),
  without: z.enum(['description']).optional(),
});
export const mediaLine = z.object({
  path: z.string(),
  kind: z.enum(['picture', 'video', 'captions']),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int(),
  seconds: z.int().nullable(),
  description: z.string(),
  credit: z.string(),
  captions: z.string().nullable(),
  poster: z.string().nullable(),
  by: z.string(),
  byName: z.string(),
  at: z.iso.datetime(),
  uses: z.array(z.object({ kind: z.string(), id: z.int(), title: z.string(), isLive: z.boolean() })),
  otherUses: z.int().describe('Drafts that the caller may not open.'),
  clips: z.array(z.string()).describe('Clips that have it as captions or poster.'),
  mayChange: z.boolean(),
  mayRemove: z.boolean(),
});
export const mediaList = listOf(mediaLine);
export const removedMedia = oneOf(z.object({ path: z.string() }));
export const openUploads = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      filename: z.string(),
      length: z.int(),
      offset: z.int(),
      digest: z.string().nullable(),
      expiresAt: z.iso.datetime(),
    }),
  ),
});
