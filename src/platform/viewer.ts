/** The authenticated caller, established by the server: nothing here is taken from the client's own claims. */
export type Viewer = {
  userId: string;
  sessionId: string;
  roles: string[];
  createdAt: Date;
  suspendedUntil: Date | null;
  isPhoneLinked: boolean;
  via: 'bearer' | 'cookie';
};
