// @runs slow
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role, StudioKind } from '../../../database/schema.ts';
import { roles } from '../../../platform/wire/viewer.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { studioKinds } from '../studio.contract.ts';
import { kindRules } from '../studio-kinds.ts';

type Person = Role | 'reader' | 'nobody';
type Table = Record<string, readonly Role[]>;

/** Who may make each call, as the newsroom was told: not derived from the code. */
const everybody: readonly Role[] = ['writer', 'editor', 'checker', 'moderator', 'admin'];
const reading: readonly Role[] = ['writer', 'editor', 'checker', 'admin'];
const writing: readonly Role[] = ['writer', 'editor', 'admin'];
const reviewing: readonly Role[] = ['editor', 'checker', 'admin'];
const publishing: readonly Role[] = ['editor', 'admin'];
const moderating: readonly Role[] = ['moderator', 'admin'];
const ruling: readonly Role[] = ['admin'];

const ofDesk: Table = {
  'GET /me': everybody,
  'POST /second-factor': everybody,
  'POST /second-factor/verify': everybody,
  'GET /work': reading,
  'GET /acts': reviewing,
  'GET /people': ruling,
  'PUT /people/:userId/roles': ruling,
  'GET /invitations': ruling,
  'POST /invitations': ruling,
  'DELETE /invitations/:id': ruling,
  'PUT /authors/:id/person': ruling,
  'DELETE /preview-links/:linkId': publishing,
  'POST /media': writing,
  'PATCH /media': writing,
  'POST /preview-text': reading,
  'GET /articles/:id/proposed-rules': reading,
  'POST /articles/:id/refuse-condition': writing,
  'GET /complaints': moderating,
  'GET /complaints/:id': moderating,
  'POST /complaints/:id/take': moderating,
  'POST /complaints/:id/release': moderating,
  'POST /complaints/:id/acknowledge': moderating,
  'POST /complaints/:id/answers': moderating,
  'POST /complaints/:id/close': moderating,
  'GET /freshness': reviewing,
  'GET /freshness/facts': reviewing,
  'GET /freshness/links': reviewing,
  'POST /freshness/checks': reviewing,
  'POST /freshness/facts': reviewing,
  'GET /searches': reviewing,
  'POST /publish-together': publishing,
  'POST /searches/hide': reviewing,
  'GET /searches/answered': reviewing,
  'POST /searches/answer': reviewing,
  'POST /searches/unanswer': reviewing,
  'GET /words': reviewing,
  'POST /words': publishing,
  'DELETE /words/:id': publishing,
  'GET /told-scams': reviewing,
  'POST /told-scams/:id': publishing,
  'GET /questions': reviewing,
  'GET /office-hours': reviewing,
  'POST /office-hours': publishing,
  'DELETE /office-hours/:id': publishing,
  'GET /newsletters': publishing,
  'POST /newsletters': publishing,
  'GET /newsletters/readers': publishing,
  'GET /newsletters/:id': publishing,
  'PUT /newsletters/:id': publishing,
  'DELETE /newsletters/:id': publishing,
  'POST /newsletters/:id/test': publishing,
  'POST /newsletters/:id/submit': publishing,
  'POST /newsletters/:id/approve': publishing,
  'POST /newsletters/:id/send': publishing,
  'POST /newsletters/:id/stop': publishing,
  'GET /imports': ruling,
  'POST /imports': ruling,
  'GET /imports/uploads': ruling,
  'PATCH /imports/uploads/:id': ruling,
  'DELETE /imports/uploads/:id': ruling,
  'POST /imports/start': ruling,
  'POST /imports/undo': ruling,
  'GET /media': reading,
  'POST /media/captions': writing,
  'POST /media/remove': writing,
  'GET /media/uploads': writing,
  'PATCH /media/uploads/:id': writing,
  'DELETE /media/uploads/:id': writing,
};
const ofEveryKind: Table = {
  'GET ': reading,
  'GET /:id': reading,
  'GET /:id/revisions': reading,
  'GET /:id/revisions/:n': reading,
  'GET /:id/acts': reading,
  'POST /:id/presence': reading,
  'GET /:id/preview-links': reviewing,
  'POST /:id/approve': reviewing,
  'POST /:id/request-changes': reviewing,
  'POST /:id/publish': publishing,
  'POST /:id/unschedule': publishing,
  'POST /:id/preview-links': publishing,
};
const removable: readonly StudioKind[] = ['articles', 'videos', 'webstories'];
const writersKinds: readonly StudioKind[] = [...removable, 'scams'];
const translated: readonly StudioKind[] = ['articles', 'videos', 'webstories', 'pages', 'ctas'];
const has: Record<string, readonly StudioKind[]> = {
  'POST ': studioKinds.filter((kind) => kind !== 'feed'),
  'PUT /:id': studioKinds,
  'POST /:id/submit': studioKinds,
  'POST /:id/unpublish': [...writersKinds, 'pages', 'ctas'],
  'POST /:id/remove': removable,
  'POST /:id/share': writersKinds,
  'GET /:id/paragraphs': translated,
  'POST /:id/paragraphs': translated,
  'GET /:id/translations': translated,
  'POST /:id/translations': translated,
};
function ofKind(kind: StudioKind): Table {
  const writers = writersKinds.includes(kind) ? writing : publishing;
  const some: Table = {
    'POST ': writers,
    'PUT /:id': writers,
    'POST /:id/submit': writers,
    'POST /:id/unpublish': publishing,
    'POST /:id/remove': ruling,
    'POST /:id/share': writing,
    // Not live: writers see what others have not published only where it is shared with them.
    'GET /:id/paragraphs': writersKinds.includes(kind) ? reading : reading.filter((role) => role !== 'writer'),
    'POST /:id/paragraphs': writers,
    'GET /:id/translations': writersKinds.includes(kind) ? reading : reading.filter((role) => role !== 'writer'),
    'POST /:id/translations': writers,
  };
  return { ...ofEveryKind, ...Object.fromEntries(Object.entries(some).filter(([call]) => has[call]!.includes(kind))) };
}

const test = openTestApp({ content: 'demo' });
const people = {} as Record<Person, Colleague | null>;
/** Writes, reviews and publishes what the calls need, so that nobody under test has a part in it. */
let maker: Colleague;
let helper: Colleague;
const pieces = new Map<StudioKind, number[]>();
beforeAll(async () => {
  for (const role of roles) people[role] = await colleague(test, role);
  people.reader = await colleague(test);
  people.nobody = null;
  [maker, helper] = await Promise.all([colleague(test, 'editor'), colleague(test, 'admin')]);
  for (const kind of studioKinds) {
    const list = (await maker.get(`/${kind}?state=live&pageSize=20`)).json<{ data: { id: number }[] }>().data;
    pieces.set(
      kind,
      list.map(({ id }) => id),
    );
  }
});

async function call(who: Person, method: string, path: string, body?: object): Promise<LightMyRequestResponse> {
  const form = path === '/media' && method === 'POST' ? await pictureForm() : null;
  const type = form ? 'multipart/form-data; boundary=xx' : 'application/json';
  const payload = form ?? (body === undefined ? undefined : JSON.stringify(body));
  return test.send(method as 'GET', `/api/studio${path}`, payload, {
    ...people[who]?.headers,
    ...(payload === undefined ? {} : { 'content-type': type }),
  });
}

async function pictureForm(): Promise<Buffer> {
  const png = sharp({ create: { width: 9, height: 9, channels: 3, background: '#a33' } }).png();
  const start = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  return Buffer.concat([Buffer.from(start), await png.toBuffer(), Buffer.from('\r\n--xx--\r\n')]);
}

/** Whoever has no part in the newsroom is not told that there is one. */
const refusalOf = (who: Person) =>
  ({ nobody: [401, 'unauthenticated'], reader: [404, 'route_not_found'] })[who as string] ?? [403, 'forbidden'];
const outcome = (answer: LightMyRequestResponse) =>
  answer.statusCode < 300 ? 'done' : [answer.statusCode, answer.json<{ code: string }>().code];

let count = 0;
const latest = async (kind: StudioKind, id: number) =>
  dataOf<{ revision: number; live: number | null; fields: Record<string, unknown> }>(
    await helper.get(`/${kind}/${id}`),
  );
async function changeFor(kind: StudioKind, id: number): Promise<object> {
  count += 1;
  if (kind !== 'feed') return { [kindRules[kind].titleField]: `Another name, no. ${count}` };
  const { fields } = await latest(kind, id);
  const list = id === 2 ? 'helplines' : 'sections';
  const [first, ...others] = fields[list] as { title?: string; name?: string }[];
  const words = `No. ${count}`;
  return { [list]: [{ ...first, ...(id === 2 ? { name: words } : { title: words }) }, ...others] };
}

/** An original of its own for each call, which may be translated once. */
async function aboutTranslation(kind: StudioKind, id: number, act: string): Promise<{ path: string; body?: object }> {
  const [method, rest = ''] = act.split(' ');
  const at = (piece: number) => `/${kind}${rest.replace(':id', String(piece))}`;
  if (method === 'GET') return { path: at(id) };
  const begun = dataOf<{ id: number }>(await maker.post(`/${kind}`, await changeFor(kind, 0)));
  if (writersKinds.includes(kind))
    dataOf(await helper.post(`/${kind}/${begun.id}/share`, { person: people.writer!.phone }));
  if (act === 'POST /:id/translations') return { path: at(begun.id), body: { lang: 'hi' } };
  const made = dataOf<{ id: number }>(await maker.post(`/${kind}/${begun.id}/translations`, { lang: 'hi' }));
  if (writersKinds.includes(kind))
    dataOf(await helper.post(`/${kind}/${made.id}/share`, { person: people.writer!.phone }));
  return { path: at(made.id), body: { revision: 1, originalRevision: 1 } };
}

/** Brings a piece to where the call can be made. @returns its address and what to send */
async function prepare(kind: StudioKind, act: string): Promise<{ path: string; body?: object }> {
  const ids = pieces.get(kind)!;
  const id = act === 'POST /:id/remove' ? ids.pop()! : ids[0]!;
  const [method, rest = ''] = act.split(' ');
  const at = `/${kind}${rest.replace(':id', String(id)).replace(':n', '1')}`;
  if (writersKinds.includes(kind)) dataOf(await helper.post(`/${kind}/${id}/share`, { person: people.writer!.phone }));
  if (method === 'GET') return { path: at };
  if (act.endsWith('/paragraphs') || act.endsWith('/translations')) return aboutTranslation(kind, id, act);
  if (act === 'POST /:id/presence') return { path: at, body: { tab: randomUUID() } };
  if (act === 'POST ') return { path: at, body: await changeFor(kind, 0) };
  if (act === 'PUT /:id')
    return { path: at, body: { baseRevision: (await latest(kind, id)).revision, ...(await changeFor(kind, id)) } };
  if (act === 'POST /:id/preview-links') return { path: at, body: { hours: 1 } };
  if (act === 'POST /:id/share') return { path: at, body: { person: people.writer!.phone } };
  const { revision: before } = await latest(kind, id);
  const change = { baseRevision: before, ...(await changeFor(kind, id)) };
  const { revision } = dataOf<{ revision: number }>(await maker.put(`/${kind}/${id}`, change));
  if (act === 'POST /:id/submit') return { path: at, body: { revision } };
  if (act === 'POST /:id/unpublish' || act === 'POST /:id/remove') {
    dataOf(await helper.post(`/${kind}/${id}/publish`, { revision, changeNote: 'New.', emergencyReason: 'Test' }));
    return { path: at, body: { reason: 'Test' } };
  }
  dataOf(await maker.post(`/${kind}/${id}/submit`, { revision }));
  if (act === 'POST /:id/approve') return { path: at, body: { revision } };
  if (act === 'POST /:id/request-changes') return { path: at, body: { revision, note: 'The fee.' } };
  dataOf(await helper.post(`/${kind}/${id}/approve`, { revision }));
  if (act === 'POST /:id/unschedule') {
    const publishing = { revision, changeNote: 'New.', at: '2036-01-26T09:00' };
    dataOf(await helper.post(`/${kind}/${id}/publish`, publishing));
    return { path: at };
  }
  return { path: at, body: { revision, changeNote: 'New.' } };
}

const widow = 'The applicant should be a widow.';
/** An article, shared with the writer, whose record proposes a condition. */
async function beginScheme(): Promise<number> {
  const scheme = { name: 'Help', level: 'central', officialUrl: 'https://help.example/', eligibility: [widow] };
  const title = `Help for widows, no. ${count}`;
  const { id } = dataOf<{ id: number }>(await maker.post('/articles', { title, body: 'Help.', scheme }));
  dataOf(await helper.post(`/articles/${id}/share`, { person: people.writer!.phone }));
  return id;
}

/** The desk's calls, and their answer to who may make them where that is no success. */
async function prepareDesk(act: string): Promise<{ path: string; body?: object; answer?: unknown }> {
  count += 1;
  const path = act.split(' ')[1]!;
  if (path.startsWith('/complaints/')) {
    const bodies: Record<string, object> = {
      take: { from: null },
      answers: { text: 'The fee is ₹10.', isInterim: false, answersSeen: 0 },
      close: { reason: 'Twice', answersSeen: 0 },
    };
    const body = act.startsWith('GET') ? {} : { body: bodies[path.split('/').at(-1)!] ?? {} };
    return { path: path.replace(':id', '999999'), ...body, answer: 'past the guard' };
  }
  if (path.startsWith('/newsletters/:id') || act === 'POST /newsletters') {
    const body = /^(?:GET|DELETE) /.test(act) ? {} : { body: {} };
    return { path: path.replace(':id', '999999'), ...body, answer: 'past the guard' };
  }
  // Calls that say by their refusal of this body that the person may make them.
  if (
    /^POST \/(?:freshness|searches|media|told-scams)\/|^POST \/(?:publish-together|office-hours|words)$|^POST \/imports|\/(?:uploads|office-hours|words)\/:id$/.test(
      act,
    )
  )
    return { path: path.replace(':id', '999999'), body: {}, answer: 'past the guard' };
  switch (act) {
    case 'POST /second-factor/verify':
      return { path, body: { code: '000000' }, answer: [400, 'code_invalid'] };
    case 'PUT /people/:userId/roles':
      return { path: path.replace(':userId', (await colleague(test)).id), body: { roles: ['writer'] } };
    case 'POST /invitations':
      return { path, body: { email: `roles${count}@example.in`, roles: ['writer'] } };
    case 'DELETE /invitations/:id': {
      const invited = await helper.post('/invitations', { email: `roles${count}@example.in`, roles: ['writer'] });
      return { path: path.replace(':id', String(dataOf<{ id: number }>(invited).id)) };
    }
    case 'PUT /authors/:id/person':
      return { path: path.replace(':id', String(pieces.get('authors')![0])), body: { userId: null } };
    case 'DELETE /preview-links/:linkId': {
      const made = await maker.post(`/articles/${pieces.get('articles')![0]}/preview-links`, { hours: 1 });
      return { path: path.replace(':linkId', dataOf<{ id: string }>(made).id) };
    }
    case 'PATCH /media': {
      const { path: picture } = dataOf<{ path: string }>(await call('writer', 'POST', '/media'));
      return { path, body: { path: picture, description: 'A red wall' } };
    }
    case 'GET /articles/:id/proposed-rules':
      return { path: path.replace(':id', String(await beginScheme())) };
    case 'POST /articles/:id/refuse-condition': {
      const id = await beginScheme();
      return {
        path: path.replace(':id', String(id)),
        body: { condition: { fact: 'isWidow', eq: true }, quote: widow },
      };
    }
    case 'POST /preview-text':
      return { path, body: { body: 'Words.' } };
    case 'GET /words':
      return { path: `${path}?use=name` };
    default:
      return { path, ...(act.startsWith('GET') || path === '/media' ? {} : { body: {} }) };
  }
}

const everyone: Person[] = [...roles, 'reader', 'nobody'];

describe('who may make a call of the studio', () => {
  it('is said of every call that there is', () => {
    const told = [
      ...Object.keys(ofDesk),
      ...studioKinds.flatMap((kind) => Object.keys(ofKind(kind)).map((act) => act.replace(' ', ` /${kind}`))),
    ];
    const calls = test.app.routes
      // HEAD and OPTIONS answer without a body: the tests of resumable uploads ask them.
      .filter(({ method, url }) => /^\/api\/studio(?:\/|$)/.test(url) && !['HEAD', 'OPTIONS'].includes(method))
      .map(({ method, url }) => `${method} ${url.slice('/api/studio'.length).replace(/(.)\/$/, '$1')}`);
    expect([...new Set(calls)].sort()).toEqual(told.sort());
  });

  it.each(Object.entries(ofDesk))('%s', async (act, allowed) => {
    for (const who of everyone) {
      const { path, body, answer = 'done' } = await prepareDesk(act);
      const given = await call(who, act.split(' ')[0]!, path, body);
      const isPast = answer === 'past the guard' && [400, 404, 409, 412, 415].includes(given.statusCode);
      const expected = allowed.includes(who as Role) ? answer : refusalOf(who);
      expect(isPast && !/route_not/.test(given.body) ? answer : outcome(given), `${who}: ${given.body}`).toEqual(
        expected,
      );
    }
  });

  it.each(studioKinds)(
    'about %s',
    async (kind) => {
      for (const [act, allowed] of Object.entries(ofKind(kind))) {
        // A refusal changes nothing, so that one piece does for all who are refused.
        let made = await prepare(kind, act);
        for (const who of everyone) {
          const isAllowed = allowed.includes(who as Role);
          if (isAllowed) made = await prepare(kind, act);
          const given = await call(who, act.split(' ')[0]!, made.path, made.body);
          expect(outcome(given), `${who} ${act}: ${given.body}`).toEqual(isAllowed ? 'done' : refusalOf(who));
        }
      }
    },
    120_000,
  );
});
