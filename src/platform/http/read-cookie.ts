/** A cookie of this page, decoded; null where there is none, or one that is no encoded text. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** The visit number set by the page's script; a visit ends 30 minutes after its last page. */
export const visitNow = (): string => readCookie('jrk_session_id') ?? '';
