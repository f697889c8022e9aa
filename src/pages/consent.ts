/** The reader's answer about analytics and advertising, kept in this browser only. */
export type Answer = 'yes' | 'no' | null;

export function readAnswer(): Answer {
  try {
    const kept = localStorage.getItem('consent');
    if (kept === null || kept === 'yes' || kept === 'no') return kept;
    localStorage.removeItem('consent');
  } catch {
    /* private windows may refuse: then nothing was chosen */
  }
  return null;
}

/** Do Not Track and Global Privacy Control are an answer already: no. */
export function saysDoNotTrack(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

export const answerChanged = 'nagrik:consent';

/** Keeps the answer, puts the bar away, and loads the tags where they are wanted. A no after a yes takes back what they stored. */
export function answerTags(answer: 'yes' | 'no'): void {
  const before = readAnswer();
  try {
    localStorage.setItem('consent', answer);
  } catch {
    /* the answer then lasts for this page */
  }
  const bar = document.getElementById('consent');
  if (bar) bar.hidden = true;
  const tags = document.getElementById('ownTags') as HTMLScriptElement | null;
  if (answer === 'yes' && !saysDoNotTrack() && tags && tags.type !== 'module') {
    // As the visit script does for who has answered before.
    tags.type = 'module';
    tags.after(tags);
  }
  if (answer === 'no' && before === 'yes') forgetTags();
  dispatchEvent(new Event(answerChanged));
}

function forgetTags(): void {
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=', 1)[0] ?? '';
    if (!/^(_ga|_gid|_gat|__gads|__gpi|_gcl)/.test(name)) continue;
    const parts = location.hostname.split('.');
    const domains = ['', ...parts.map((_, at) => `;domain=${parts.slice(at).join('.')}`)];
    for (const domain of domains) document.cookie = `${name}=;path=/;max-age=0${domain}`;
  }
}
