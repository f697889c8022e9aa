/** Deletes what the tags stored in cookies: on this host, and on every domain above it. */
export function forgetTags(): void {
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=', 1)[0] ?? '';
    if (!/^(_ga|_gid|_gat|__gads|__gpi|_gcl)/.test(name)) continue;
    const parts = location.hostname.split('.');
    const domains = ['', ...parts.map((_, at) => `;domain=${parts.slice(at).join('.')}`)];
    for (const domain of domains) document.cookie = `${name}=;path=/;max-age=0${domain}`;
  }
}
