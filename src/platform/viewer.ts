/** Who asks, as the server has found out: nothing here comes from what a client says of itself. */
export type Viewer = {
  userId: string;
  sessionId: string;
  roles: string[];
  createdAt: Date;
  suspendedUntil: Date | null;
  isPhoneLinked: boolean;
  via: 'bearer' | 'cookie';
};
