import { randomUUID } from 'node:crypto';
import { kindRules, studioKinds, translatedKinds } from '../features/studio/studio-kinds.ts';
import type { Member } from './join.ts';

/** Statuses for: anonymous, owner, other user, moderator. */
export type Statuses = readonly [number, number, number, number];
export const actors = ['nobody', 'owner', 'other', 'moderator'] as const;

/** The owner's data, created afresh for each call. */
export type Belongings = {
  owner: Member;
  question: number;
  comment: number;
  reply: number;
  profile: number;
  session: string;
  questionPath: string;
};
export type Row = {
  statuses: Statuses;
  id?: (of: Belongings) => string | number;
  query?: string;
  body?: (of: Belongings) => unknown;
};

const all = (status: number): Statuses => [status, status, status, status];
/** Open to every signed-in user, each for their own data. */
const signedIn = (status: number): Statuses => [401, status, status, status];
/** Owner only: anyone else gets a 404, which hides that it exists. */
const ownOnly: Statuses = [401, 200, 404, 404];
const authorOnly: Statuses = [401, 200, 403, 403];
const authorOrModerator: Statuses = [401, 200, 403, 200];
const moderators = (status: number): Statuses => [401, 403, 403, status];

/** Calls of the studio: without a role of the newsroom they are not there; a moderator has another desk. */
const newsroom: Statuses = [401, 404, 404, 403];
const ofStudio = (...calls: string[]) => ofDesk(newsroom, ...calls);
const ofDesk = (statuses: Statuses, ...calls: string[]): Record<string, Row> =>
  Object.fromEntries(
    calls.map((call) => [
      call,
      {
        statuses,
        id: () => 1,
        ...(call.startsWith('GET') || call.startsWith('DELETE') ? {} : { body: nothing }),
      },
    ]),
  );

const question = ({ question: id }: Belongings) => id;
const comment = ({ comment: id }: Belongings) => id;
const reply = ({ reply: id }: Belongings) => id;
const nothing = () => ({});
/** A fresh number per call, because rate limits count by number. */
const mobile = ({ question: id }: Belongings) => String(9_100_000_000 + id);
const address = ({ question: id }: Belongings) => `matrix${id}@example.in`;

/** Every call of the API. A call without a row here fails the test beside it. */
export const matrix: Record<string, Row> = {
  'GET /article/{id}': { statuses: all(404), id: () => 999_999 },
  'POST /article/search/v1': { statuses: all(200), body: nothing },
  'POST /article/recommended': { statuses: all(200), body: nothing },
  'GET /categories': { statuses: all(200) },
  'GET /categories/{id}': { statuses: all(404), id: () => 999_999 },
  'GET /tags': { statuses: all(200) },
  'GET /video/{id}': { statuses: all(404), id: () => 999_999 },
  'POST /video/search/v1': { statuses: all(200), body: nothing },
  'GET /webstory/{slug}': { statuses: all(404), id: () => 'none' },
  'GET /page/home': { statuses: all(200) },
  'GET /page/videos': { statuses: all(200) },
  'POST /search/articles': { statuses: all(200), body: nothing },
  'POST /search/videos': { statuses: all(200), body: nothing },
  'POST /search/questions': { statuses: all(200), body: nothing },
  'GET /search/hints': { statuses: all(200), query: 'q=ration' },
  'GET /search/suggest': { statuses: all(200), query: 'q=ra' },
  'GET /cart': { statuses: signedIn(200) },
  'PATCH /cart': { statuses: ownOnly, body: (of) => ({ profileId: of.profile, save: [1001] }) },
  'GET /schemes': { statuses: all(200), query: 'ids=1' },
  'GET /schemes/facts': { statuses: all(200) },
  'GET /schemes/rules': { statuses: all(200) },
  'GET /schemes/rules/schema': { statuses: all(200) },
  'GET /schemes/rules/finder': { statuses: all(200) },
  'GET /schemes/rules/finder/words': { statuses: all(200) },
  'POST /schemes/match': { statuses: all(200), body: () => ({ answers: {} }) },

  'POST /communities/question/create': {
    statuses: signedIn(201),
    body: () => ({ title: 'Where is the ration office?', body: '' }),
  },
  'POST /communities/comment/create': {
    statuses: signedIn(201),
    body: (of) => ({ questionId: of.question, body: 'Behind the post office.' }),
  },
  'POST /communities/reply/create': {
    statuses: signedIn(201),
    body: (of) => ({ commentId: of.comment, body: 'Thank you for that.' }),
  },
  'GET /communities/question/get/{id}': { statuses: all(200), id: question },
  'POST /communities/question/{id}/comments': { statuses: all(200), id: question, body: nothing },
  'POST /communities/comment/{id}/replies': { statuses: all(200), id: comment, body: nothing },
  'POST /communities/question/{id}/mine': {
    statuses: signedIn(200),
    id: question,
    body: () => ({ commentIds: [], replyIds: [] }),
  },
  'POST /search/question/recent': { statuses: all(200), body: nothing },
  'PATCH /communities/question/{id}': {
    statuses: authorOnly,
    id: question,
    body: () => ({ title: 'A title that is another one' }),
  },
  'GET /communities/comment/{id}/revisions': { statuses: all(200), id: comment },
  'PATCH /communities/comment/{id}': {
    statuses: authorOnly,
    id: comment,
    body: () => ({ body: 'Another text than before.' }),
  },
  'PATCH /communities/reply/{id}': {
    statuses: authorOnly,
    id: reply,
    body: () => ({ body: 'Another text than before.' }),
  },
  'DELETE /communities/question/delete': { statuses: signedIn(400) },
  'DELETE /communities/question/delete/{id}': { statuses: authorOrModerator, id: question },
  'DELETE /communities/comment/delete': { statuses: signedIn(400) },
  'DELETE /communities/comment/delete/{id}': { statuses: authorOrModerator, id: comment },
  'DELETE /communities/reply/delete': { statuses: signedIn(400) },
  'DELETE /communities/reply/delete/{id}': { statuses: authorOrModerator, id: reply },
  'POST /communities/comment/{id}/check': {
    statuses: moderators(200),
    id: comment,
    body: () => ({ source: { title: 'Act', url: 'https://www.indiacode.nic.in/' } }),
  },
  'POST /communities/comment/{id}/worked': {
    statuses: [401, 409, 200, 200],
    id: comment,
    body: () => ({ worked: true }),
  },
  'POST /communities/question/{id}/duplicate': {
    statuses: moderators(200),
    id: question,
    body: () => ({ duplicateOf: null }),
  },
  'POST /communities/question/{id}/share': { statuses: signedIn(200), id: question, body: nothing },
  'POST /communities/question/{id}/summary': {
    statuses: moderators(200),
    id: question,
    body: () => ({ summary: 'Ask at the block office.' }),
  },
  'POST /communities/question/{id}/accept': {
    statuses: authorOnly,
    id: question,
    // The owner's own answer would be refused.
    body: () => ({ commentId: null }),
  },
  'POST /communities/question/{id}/close': {
    statuses: authorOrModerator,
    id: question,
    body: () => ({ isClosed: true }),
  },
  'GET /follows': { statuses: signedIn(200) },
  'POST /follows': {
    statuses: signedIn(200),
    body: (of) => ({ entityType: 'QUESTION', entityId: of.question, following: true }),
  },
  'POST /communities/reaction': {
    statuses: [401, 200, 403, 403],
    // Taken back: nobody thumbs an own post.
    body: (of) => ({
      entityType: 'COMMENT',
      entityId: of.comment,
      liked: false,
      disliked: false,
      user_id: of.owner.id,
    }),
  },
  'POST /communities/report': {
    statuses: signedIn(201),
    body: (of) => ({ entityType: 'REPLY', entityId: of.reply, reason: 'SPAM' }),
  },
  'GET /moderation/queue': { statuses: moderators(200) },
  'POST /moderation/act': {
    statuses: moderators(200),
    body: (of) => ({ entityType: 'QUESTION', entityId: of.question, act: 'HIDE', reason: 'Not a question' }),
  },
  // Visible to the author too, once a moderator has acted.
  'GET /moderation/acts': { statuses: moderators(200), query: 'entityType=QUESTION&entityId=:question' },
  // 404: the act is on somebody else, or there is no such appeal.
  'POST /moderation/appeals': { statuses: signedIn(404), body: () => ({ actId: 999_999, text: 'It was a question.' }) },
  'GET /moderation/appeals': { statuses: moderators(200) },
  'POST /moderation/appeals/{id}': {
    statuses: moderators(404),
    id: () => 999_999,
    body: () => ({ decision: 'uphold', answer: 'It stands.' }),
  },
  'GET /notifications': { statuses: signedIn(200) },
  'GET /notifications/unread': { statuses: signedIn(200) },
  'GET /user/telling': { statuses: signedIn(200) },
  'PATCH /user/telling': { statuses: signedIn(200), body: () => ({ digest: 'weekly' }) },
  'GET /push/key': { statuses: all(200) },
  'POST /user/push': {
    statuses: signedIn(201),
    body: () => ({
      endpoint: `https://push.example.com/${randomUUID()}`,
      keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
    }),
  },
  'DELETE /user/push/{id}': { statuses: [401, 404, 404, 404], id: () => randomUUID() },
  'POST /notifications/read': { statuses: signedIn(200), body: () => ({ all: true }) },

  'POST /user/create': { statuses: all(201), body: (of) => ({ firstName: 'Asha', phoneNo: mobile(of) }) },
  'GET /user/get': { statuses: signedIn(200) },
  'PATCH /user': { statuses: signedIn(200), body: () => ({ firstName: 'Usha' }) },
  'DELETE /user': { statuses: signedIn(200), body: nothing },
  'GET /user/export': { statuses: signedIn(200) },
  'GET /user/consents': { statuses: signedIn(200) },
  'POST /user/consents/withdraw': {
    statuses: [401, 404, 404, 404],
    body: (of) => ({ kind: 'child', profileId: of.profile }),
  },
  'POST /user/confirm/send': { statuses: signedIn(200), body: nothing },
  'POST /user/confirm/verify': { statuses: signedIn(400), body: () => ({ providerToken: '000000' }) },
  'POST /user/merge': { statuses: signedIn(403), body: () => ({ mobile: '9822200002' }) },
  'GET /user/sessions': { statuses: signedIn(200) },
  'DELETE /user/sessions': { statuses: signedIn(200) },
  'DELETE /user/sessions/{id}': { statuses: ownOnly, id: (of) => of.session },
  'POST /user/phone/otp/send': { statuses: signedIn(200), body: (of) => ({ mobile: mobile(of) }) },
  'POST /user/phone/otp/verify': { statuses: signedIn(400), body: () => ({ mobile: '9822200003', otp: '000000' }) },
  'POST /user/otp/verify': {
    statuses: [401, 400, 403, 403],
    body: (of) => ({ providerToken: '000000', phoneNo: '9822200003', provider: 'JB', userId: of.owner.id }),
  },
  'GET /otp/send/phone/{mobile}': { statuses: all(200), id: mobile },
  'POST /otp/send/phone/{mobile}': { statuses: all(200), id: mobile, body: nothing },
  'GET /otp/send/email/{email}': { statuses: all(200), id: address },
  'POST /otp/send/email/{email}': { statuses: all(200), id: address, body: nothing },
  'POST /provider-token/verify': {
    statuses: all(400),
    body: () => ({ providerToken: '000000', phoneNo: '9822200005', provider: 'JB' }),
  },

  'POST /profile/create': { statuses: signedIn(201), body: () => ({ relation: 'SPOUSE', firstName: 'Ravi' }) },
  'GET /profile/all': { statuses: signedIn(200) },
  'PATCH /profile/{id}': { statuses: ownOnly, id: (of) => of.profile, body: () => ({ firstName: 'Mira' }) },
  'DELETE /profile/{id}': { statuses: ownOnly, id: (of) => of.profile },

  'GET /referral/cta/all': { statuses: all(200) },
  'GET /referral/cta/questions': { statuses: all(404), query: 'ctaId=999999' },
  'GET /referral/cta/check-eligibility': { statuses: all(404), query: 'ctaId=999999&mobile=9822200006' },
  'POST /referral/data': {
    statuses: all(404),
    body: () => ({ ctaId: 999_999, mobile: '9822200006', name: 'Asha', consent: true, answers: {} }),
  },
  'POST /check/message': { statuses: all(200), body: () => ({ text: 'See you at seven.' }) },
  'GET /check/scams': { statuses: all(200) },
  'POST /check/matched': { statuses: all(200), body: () => ({ id: 'no-such-scam' }) },
  'GET /letters': { statuses: all(200) },
  'GET /letters/{procedure}': { statuses: all(404), id: () => 'none' },
  'POST /letters/{procedure}': { statuses: all(404), id: () => 'none', body: () => ({ lang: 'en', answers: {} }) },
  'GET /letters/{procedure}/due.ics': { statuses: all(404), id: () => 'none', query: 'on=2026-12-22' },
  'POST /support/contactUs': {
    statuses: all(201),
    body: () => ({
      name: 'Asha',
      email: 'asha@example.in',
      subject: 'A question',
      message: 'How do I change my number?',
    }),
  },
  'POST /support/grievance': {
    statuses: all(201),
    body: () => ({ name: 'Asha', email: 'asha@example.in', category: 'Privacy', text: 'My name is shown.' }),
  },
  'POST /newsletter': { statuses: all(200), body: (of) => ({ email: address(of), lang: 'en' }) },
  'POST /newsletter/mine': { statuses: all(404), body: () => ({ key: 'none', lang: 'en' }) },
  'POST /newsletter/stop': { statuses: all(404), body: () => ({ key: 'none' }) },
  'POST /violations': { statuses: all(415), body: () => [] },
  'POST /problems': { statuses: all(400), body: nothing },
  ...ofStudio(
    ...studioKinds.flatMap((kind) => [
      `GET /studio/${kind}`,
      ...(kindRules[kind].canBegin ? [`POST /studio/${kind}`] : []),
      `GET /studio/${kind}/{id}`,
      `PUT /studio/${kind}/{id}`,
      `GET /studio/${kind}/{id}/revisions`,
      `GET /studio/${kind}/{id}/revisions/{n}`,
      `GET /studio/${kind}/{id}/acts`,
      `POST /studio/${kind}/{id}/presence`,
      `POST /studio/${kind}/{id}/submit`,
      `POST /studio/${kind}/{id}/approve`,
      `POST /studio/${kind}/{id}/request-changes`,
      `POST /studio/${kind}/{id}/publish`,
      `POST /studio/${kind}/{id}/unschedule`,
      ...(kindRules[kind].canEnd ? [`POST /studio/${kind}/{id}/unpublish`] : []),
      ...(kindRules[kind].canRemove ? [`POST /studio/${kind}/{id}/remove`] : []),
      `GET /studio/${kind}/{id}/preview-links`,
      `POST /studio/${kind}/{id}/preview-links`,
      ...(kindRules[kind].writers.includes('writer') ? [`POST /studio/${kind}/{id}/share`] : []),
    ]),
    ...translatedKinds.flatMap((kind) =>
      ['paragraphs', 'translations'].flatMap((call) => [
        `GET /studio/${kind}/{id}/${call}`,
        `POST /studio/${kind}/{id}/${call}`,
      ]),
    ),
    'POST /studio/media',
    'PATCH /studio/media',
    'GET /studio/media',
    'GET /studio/media/uploads',
    'POST /studio/media/captions',
    'POST /studio/media/remove',
    'OPTIONS /studio/media',
    'OPTIONS /studio/media/uploads/{id}',
    'PATCH /studio/media/uploads/{id}',
    'DELETE /studio/media/uploads/{id}',
    'DELETE /studio/preview-links/{linkId}',
    'POST /studio/preview-text',
    'GET /studio/articles/{id}/proposed-rules',
    'POST /studio/articles/{id}/refuse-condition',
    'GET /studio/work',
    'GET /studio/told-scams',
    'POST /studio/told-scams/{id}',
    'POST /studio/publish-together',
    'GET /studio/questions',
    'GET /studio/office-hours',
    'POST /studio/office-hours',
    'DELETE /studio/office-hours/{id}',
    'GET /studio/searches',
    'POST /studio/searches/hide',
    'GET /studio/searches/answered',
    'POST /studio/searches/answer',
    'POST /studio/searches/unanswer',
    'GET /studio/freshness',
    'GET /studio/freshness/facts',
    'GET /studio/freshness/links',
    'POST /studio/freshness/checks',
    'POST /studio/freshness/facts',
    'GET /studio/imports',
    'POST /studio/imports',
    'GET /studio/imports/uploads',
    'OPTIONS /studio/imports',
    'OPTIONS /studio/imports/uploads/{id}',
    'PATCH /studio/imports/uploads/{id}',
    'DELETE /studio/imports/uploads/{id}',
    'POST /studio/imports/start',
    'POST /studio/imports/undo',
    'GET /studio/newsletters',
    'POST /studio/newsletters',
    'GET /studio/newsletters/readers',
    'GET /studio/newsletters/{id}',
    'PUT /studio/newsletters/{id}',
    'DELETE /studio/newsletters/{id}',
    'POST /studio/newsletters/{id}/test',
    'POST /studio/newsletters/{id}/submit',
    'POST /studio/newsletters/{id}/approve',
    'POST /studio/newsletters/{id}/send',
    'POST /studio/newsletters/{id}/stop',
    'GET /studio/acts',
    'GET /studio/people',
    'PUT /studio/people/{userId}/roles',
    'GET /studio/invitations',
    'POST /studio/invitations',
    'DELETE /studio/invitations/{id}',
    'PUT /studio/authors/{id}/person',
  ),
  ...ofDesk([401, 404, 404, 200], 'GET /studio/complaints'),
  ...ofDesk(
    [401, 404, 404, 404],
    'GET /studio/complaints/{id}',
    'POST /studio/complaints/{id}/take',
    'POST /studio/complaints/{id}/release',
    'POST /studio/complaints/{id}/acknowledge',
  ),
  ...ofDesk([401, 404, 404, 400], 'POST /studio/complaints/{id}/answers', 'POST /studio/complaints/{id}/close'),
  ...ofDesk([401, 403, 403, 403], 'GET /helpers', 'POST /helpers', 'POST /helpers/{id}/end', 'GET /helpers/{id}/proof'),
  'GET /studio/me': { statuses: [401, 404, 404, 200] },
  'POST /studio/second-factor': { statuses: [401, 404, 404, 201], body: nothing },
  'POST /studio/second-factor/verify': { statuses: [401, 404, 404, 400], body: () => ({ code: '000000' }) },
  'POST /track': { statuses: all(204), body: () => ({ name: 'page_view', path: '/' }) },
};

/** Every page with a form, and its status for an empty submission. */
export const pageForms: Record<string, { nobody: number; somebody: number }> = {
  '/contact': { nobody: 400, somebody: 400 },
  '/grievance': { nobody: 400, somebody: 400 },
  '/refer/:cta': { nobody: 404, somebody: 404 },
  '/cart': { nobody: 400, somebody: 400 },
  '/check': { nobody: 400, somebody: 400 },
  '/helped': { nobody: 404, somebody: 404 },
  '/check/tell': { nobody: 400, somebody: 400 },
  '/letters/:slug': { nobody: 404, somebody: 404 },
  '/find-schemes': { nobody: 200, somebody: 200 },
  '/community/question/:key': { nobody: 400, somebody: 400 },
  '/community/ask': { nobody: 400, somebody: 400 },
  '/community/post/:key': { nobody: 401, somebody: 400 },
  '/follow': { nobody: 303, somebody: 400 },
  '/notifications': { nobody: 303, somebody: 303 },
  '/moderation': { nobody: 303, somebody: 403 },
  '/studio': { nobody: 303, somebody: 404 },
  '/preview/:slug': { nobody: 404, somebody: 404 },
  '/studio/complaints/:piece': { nobody: 303, somebody: 404 },
  '/studio/:kind': { nobody: 303, somebody: 404 },
  '/studio/media': { nobody: 303, somebody: 404 },
  '/moderation/log': { nobody: 303, somebody: 404 },
  '/studio/moderation': { nobody: 303, somebody: 404 },
  '/studio/moderation/appeals': { nobody: 303, somebody: 404 },
  '/studio/moderation/posting': { nobody: 303, somebody: 404 },
  '/studio/told-scams': { nobody: 303, somebody: 404 },
  '/studio/questions': { nobody: 303, somebody: 404 },
  '/studio/searches': { nobody: 303, somebody: 404 },
  '/studio/imports': { nobody: 303, somebody: 404 },
  '/studio/freshness': { nobody: 303, somebody: 404 },
  '/studio/newsletters/:piece': { nobody: 303, somebody: 404 },
  '/studio/people': { nobody: 303, somebody: 404 },
  '/studio/helpers': { nobody: 303, somebody: 404 },
  '/studio/site': { nobody: 303, somebody: 404 },
  '/login': { nobody: 303, somebody: 303 },
  '/signup': { nobody: 400, somebody: 400 },
  '/newsletter': { nobody: 400, somebody: 400 },
  '/newsletter/mine': { nobody: 404, somebody: 404 },
  '/unsubscribe': { nobody: 404, somebody: 404 },
  '/signout': { nobody: 303, somebody: 303 },
  '/profile': { nobody: 303, somebody: 400 },
};
