type AuthError = {
  /** As logs have it. */
  code: string;
  /** Whether it can happen here, and when. */
  here: string | null;
};

// The names are the specification's, as are those of the log. `here: null` cannot happen: there is no OAuth, no adapter, and no start without a secret.
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

// Other names that the client of next-auth may carry along.
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

/** What an `error` parameter says; 'Signin' for what is not on the list, or nothing. */
export const authErrorOf = (text: string | null | undefined): string => (text && listed.has(text) ? text : 'Signin');

/** The code that a log has for an error of the specification. */
export const authLogCode = (name: 'MissingAuthorizeError' | 'InvalidCallbackUrl'): string => named[name]!.code;

export const authErrors: Readonly<Record<string, Readonly<AuthError>>> = named;
