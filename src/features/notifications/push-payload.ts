/** What the service worker shows: no name and no subject, since it may stand on a locked screen. */
export type PushPayload = { title: string; body: string; href: string; tag: string };
