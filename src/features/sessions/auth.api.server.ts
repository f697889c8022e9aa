import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerInTime } from '../../platform/http/answer-in-time.server.ts';
import { answerErrors, type ApiApp } from '../../platform/http/api.server.ts';
import { addCookies } from '../../platform/http/cookies.server.ts';
import { AppError, isAppError } from '../../platform/wire/errors.ts';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { networkOf, wideNetworkOf } from '../../platform/guard/networks.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { addressIn, frameLanguage } from '../../platform/settings/site-languages.ts';
import { safeRedirect } from '../../platform/http/safe-redirect.ts';
import { closedPolicy } from '../../platform/guard/security-headers.server.ts';
import { normaliseEmail, normalisePhone } from '../otp/identifiers.ts';
import { displayNameOf } from '../users/users.queries.server.ts';
import { csrfTokenFor, isOwnForm } from './csrf.server.ts';
import { carriesToken, type Identified, readSession } from './identify-request.server.ts';
import { clearedCookies, secretOf } from './session-cookies.server.ts';
import type { Session } from './sessions.contract.ts';
import { deleteSession, deleteSessionBySecret } from './sessions.queries.server.ts';
import { signInWithCode } from './sign-in-with-code.server.ts';
import { problems } from '../../messages/problems.ts';
import { isRecord } from '../../platform/wire/is-record.ts';

const providers = { phone: 'Mobile number', email: 'E-mail' };
type Provider = keyof typeof providers;
const isProvider = (id: string): id is Provider => Object.hasOwn(providers, id);

type Form = Record<string, unknown>;
type Sent = {
  Body: Form | undefined;
  Querystring: Record<string, string | string[] | undefined>;
  Params: { id: string };
};
type Call = FastifyRequest<Sent>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;

/** The session endpoints at /api/auth, compatible with next-auth's client. */
export async function authApi(app: ApiApp, { services }: { services: PageServices }): Promise<void> {
  const { config } = services;
  const { db } = services.connection;
  const base = `${config.publicOrigin}/api/auth`;
  // Log beacons are rate limited, by network and overall: a runaway client must not flood the log.
  const beacons = { ofNetwork: memoryLimit(20, 60), ofAll: memoryLimit(200, 60) };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const parsed = body === '' ? {} : parseObject(body as string);
    return parsed ? done(null, parsed) : done(new AppError(400, 'invalid_json', () => problems.notJson), undefined);
  });

  answerErrors(app);
  answerInTime(app, services.longestAnswer);
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'private, no-cache, no-store')
      .header('x-request-id', request.id)
      .header('content-security-policy', closedPolicy)
      .header('cross-origin-resource-policy', 'same-origin');
    if (!(await carriesToken(services, request.headers))) await services.limits.reads(networkOf(request.ip));
  });

  app.get<Sent>('/session', async (request, reply) =>
    answerSession(reply, await readSession(services, request.headers)),
  );

  app.post<Sent>('/session', async (request, reply) => {
    if (!isOwnForm(config, request.headers, request.body?.csrfToken)) return reply.code(400).send({});
    // Session data sent by the client is ignored: the account is the only source.
    return answerSession(reply, await readSession(services, request.headers));
  });

  app.get<Sent>('/csrf', async (request, reply) => {
    const { csrfToken, setCookie } = csrfTokenFor(config, request.headers);
    if (setCookie) reply.header('set-cookie', setCookie);
    return { csrfToken };
  });

  app.get('/providers', async () =>
    Object.fromEntries(
      Object.entries(providers).map(([id, name]) => [
        id,
        { id, name, type: 'credentials', signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
      ]),
    ),
  );

  app.post<Sent>('/callback/:id', async (request, reply) => {
    const { id } = request.params;
    if (!isProvider(id))
      return reply.code(400).type('text/plain; charset=utf-8').send('There is no such way to sign in.');
    const form = request.body ?? {};
    if (!isOwnForm(config, request.headers, form.csrfToken)) return go(request, reply, `${base}/signin?csrf=true`);
    const target = targetOf(request, form.callbackUrl);
    const typed = textOf(id === 'phone' ? form.phoneNo : form.emailId) ?? '';
    const identifier = id === 'phone' ? normalisePhone(typed) : normaliseEmail(typed);
    try {
      if (identifier === null) throw new AppError(400, 'code_invalid', () => problems.notIdentifier);
      const { cookies } = await signInWithCode(services, {
        identifier,
        code: textOf(form.providerToken) ?? '',
        headers: request.headers,
        address: request.ip,
      });
      addCookies(reply, cookies);
      return await go(request, reply, target);
    } catch (error) {
      if (!isAppError(error) || error.status >= 500) throw error;
      request.log.warn(
        { code: authLogCode('MissingAuthorizeError'), reason: error.code, provider: id },
        'sign-in refused',
      );
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
      return go(
        request,
        reply,
        `${base}/error?error=CredentialsSignin&provider=${id}`,
        error.status === 429 ? 429 : 401,
      );
    }
  });

  // Where next-auth would start OAuth; here, the sign-in page asks for a code.
  app.post<Sent>('/signin/:id', async (request, reply) => go(request, reply, `${base}/signin`));

  app.post<Sent>('/signout', async (request, reply) => {
    const form = request.body ?? {};
    if (!isOwnForm(config, request.headers, form.csrfToken)) return go(request, reply, `${base}/signout?csrf=true`);
    const { viewer } = await readSession(services, request.headers);
    const secret = secretOf(config, request.headers);
    if (viewer) await deleteSession(db, viewer.sessionId);
    if (secret) await deleteSessionBySecret(db, secret);
    addCookies(reply, clearedCookies(config));
    return go(request, reply, targetOf(request, form.callbackUrl));
  });

  app.post<Sent>('/_log', async (request) => {
    const { level, code, message } = request.body ?? {};
    try {
      await beacons.ofNetwork(wideNetworkOf(request.ip));
      await beacons.ofAll('all');
    } catch {
      return {};
    }
    const entry = { code: plain(code, 60), said: plain(message, 200), client: true };
    if (level === 'error') request.log.warn(entry, 'browser reports');
    else request.log.info(entry, 'browser reports');
    return {};
  });

  for (const path of ['/signin', '/signin/:id', '/callback/:id'])
    app.get<Sent>(path, async (request, reply) => reply.redirect(pageAddress('/login', request), 302));
  app.get<Sent>('/error', async (request, reply) => {
    const address = pageAddress('/login', request);
    // 'Signin' alone is no failure; who is sent to this address has had one.
    const isUnnamed = authErrorOf(textOf(request.query.error)) === 'Signin';
    return reply.redirect(isUnnamed ? `${address}&why=failed` : address, 302);
  });
  app.get<Sent>('/signout', async (request, reply) => reply.redirect(pageAddress('/signout', request), 302));

  function pageAddress(page: '/login' | '/signout', { query }: Call): string {
    const callbackUrl = textOf(query.callbackUrl);
    const parameters = new URLSearchParams();
    if (callbackUrl !== undefined) parameters.set('callbackUrl', safeRedirect(callbackUrl, config.publicOrigin));
    if (page === '/login') parameters.set('error', authErrorOf(textOf(query.error)));
    // The API has no prefix: the page that leads back says the language.
    const own = addressIn(frameLanguage(parameters.get('callbackUrl') ?? '/'), page);
    return parameters.size === 0 ? own : `${own}?${parameters}`;
  }

  function targetOf(request: Call, callbackUrl: unknown): string {
    const requested = textOf(callbackUrl);
    const path = safeRedirect(requested, config.publicOrigin);
    if (
      requested !== undefined &&
      path === '/' &&
      !['', '/', config.publicOrigin, `${config.publicOrigin}/`].includes(requested)
    )
      request.log.warn({ code: authLogCode('InvalidCallbackUrl') }, 'callbackUrl refused');
    return config.publicOrigin + path;
  }

  function answerSession(
    reply: FastifyReply,
    { living, token, setCookies: lines }: Identified,
  ): Session | Record<string, never> {
    addCookies(reply, lines);
    if (!living || token === null) return {};
    const { user, session } = living;
    return {
      user: { id: user.id, name: displayNameOf(user), email: user.email, phone: user.phone },
      verifyResponse: { token, newUser: session.isNewUser },
      expires: session.expiresAt.toISOString(),
    };
  }
}

// With json=true the target is in the body; otherwise a redirect.
function go(request: Call, reply: FastifyReply, url: string, status = 200): FastifyReply {
  const { json } = request.body ?? {};
  return json === 'true' || json === true ? reply.code(status).send({ url }) : reply.redirect(url, 302);
}

function parseObject(text: string): Form | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** One short log line, with phone numbers and email addresses removed. */
const plain = (value: unknown, length: number) =>
  (textOf(value) ?? '')
    .slice(0, length * 4)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\S+@\S+/g, '(address)')
    .replace(/\+?\d(?:[\s-]?\d){5,}/g, '(number)')
    .slice(0, length);

type AuthError = {
  /** The name in the log. */
  code: string;
  /** When it occurs on this site; null where it cannot. */
  here: string | null;
};

// Names and log codes follow the specification. `here: null`: no OAuth, no adapter, and no start without a secret.
const named: Record<string, AuthError> = {
  OAuthCallbackError: { code: 'OAUTH_CALLBACK_ERROR', here: null },
  AccountNotLinkedError: { code: 'ACCOUNT_NOT_LINKED_ERROR', here: null },
  MissingAPIRouteError: { code: 'MISSING_NEXTAUTH_API_ROUTE_ERROR', here: null },
  MissingSecretError: { code: 'NO_SECRET', here: null },
  MissingAuthorizeError: {
    code: 'CALLBACK_CREDENTIALS_HANDLER_ERROR',
    here: 'a code that is not right, or too many tries',
  },
  MissingAdapterError: { code: 'EMAIL_REQUIRES_ADAPTER_ERROR', here: null },
  MissingAdapterMethodsError: { code: 'MISSING_ADAPTER_METHODS_ERROR', here: null },
  UnsupportedStrategyError: { code: 'CALLBACK_CREDENTIALS_JWT_ERROR', here: null },
  InvalidCallbackUrl: { code: 'INVALID_CALLBACK_URL_ERROR', here: 'a callbackUrl that is no address of this site' },
  SessionRequired: { code: 'SESSION_REQUIRED', here: 'a page that needs a session, seen by someone who has none' },
  CredentialsSignin: { code: 'CREDENTIALS_SIGNIN', here: 'the callback, with a code that is not right' },
  Signin: { code: 'SIGNIN', here: 'no reason was given' },
};

// Further error names that next-auth's client may pass along.
const otherNames = [
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'Configuration',
  'AccessDenied',
  'Verification',
  'CLIENT_FETCH_ERROR',
  'CLIENT_SESSION_ERROR',
];
const listed = new Set([...Object.entries(named).flatMap(([name, { code }]) => [name, code]), ...otherNames]);

/** A known `error` parameter; 'Signin' for an unknown or missing one. */
const authErrorOf = (text: string | null | undefined): string => (text && listed.has(text) ? text : 'Signin');

/** Log code of an error of the specification. */
const authLogCode = (name: 'MissingAuthorizeError' | 'InvalidCallbackUrl'): string => named[name]!.code;

export const authErrors: Readonly<Record<string, Readonly<AuthError>>> = named;
