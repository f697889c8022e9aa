/** Text pages that every site has, at addresses of their own. */
export const fixedTextPages = ['about', 'privacy', 'terms', 'how-we-check', 'community-rules'] as const;
const atTheTop: readonly string[] = [...fixedTextPages, 'grievance'];

/**
 * Other text pages stand below `/page`, so that no key of theirs can hide another address. @param key of the original
 */
export const textPagePath = (key: string): string => (atTheTop.includes(key) ? `/${key}` : `/page/${key}`);
