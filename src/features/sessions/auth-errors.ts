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
export const authErrorOf = (text: string | null | undefined): string => (text && listed.has(text) ? text : 'Signin');

/** Log code of an error of the specification. */
export const authLogCode = (name: 'MissingAuthorizeError' | 'InvalidCallbackUrl'): string => named[name]!.code;

export const authErrors: Readonly<Record<string, Readonly<AuthError>>> = named;
