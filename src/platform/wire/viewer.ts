/** The authenticated caller, established by the server: nothing here is taken from the client's own claims. */
export type Viewer = {
  userId: string;
  sessionId: string;
  roles: string[];
  createdAt: Date;
  suspendedUntil: Date | null;
  isPhoneLinked: boolean;
  via: 'bearer' | 'cookie';
  /** One of the roles is asked for a second factor that this session has not given: it may do nothing by its roles. */
  lacksFactor: boolean;
};

export const isSuspended = ({ suspendedUntil }: Pick<Viewer, 'suspendedUntil'>, now: Date): boolean =>
  suspendedUntil !== null && suspendedUntil > now;

export const roles = ['writer', 'editor', 'checker', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** They act on posts, and answer complaints. */
export const moderatorRoles = ['moderator', 'admin'] as const;
/** Roles that need a second factor. */
export const guardedRoles = ['editor', 'checker', 'admin'] as const;
