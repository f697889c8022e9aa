/** What robots.txt says (RFC 9309): the rules for one product token, else those for everybody. */
export type RobotsRules = { isAllowed(path: string): boolean };

type Rule = { isAllow: boolean; pattern: string };
const mostRules = 1_000;
const longestPattern = 500;

export const everythingAllowed: RobotsRules = { isAllowed: () => true };

/** @param product lower case: 'nagrik-link-check' */
export function readRobots(text: string, product: string): RobotsRules {
  const groups = groupsOf(text);
  const own = groups.filter(({ agents }) => agents.includes(product));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules).slice(0, mostRules);
  return {
    isAllowed(path) {
      const matching = rules.filter(({ pattern }) => matches(pattern, path));
      const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
      const decisive = matching.filter(({ pattern }) => pattern.length === longest);
      return decisive.length === 0 || decisive.some(({ isAllow }) => isAllow);
    },
  };
}

function groupsOf(text: string): { agents: string[]; rules: Rule[] }[] {
  const groups: { agents: string[]; rules: Rule[] }[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const group = groups.at(-1);
    if (field === 'user-agent') {
      const agent = value.trim().toLowerCase();
      if (isNaming && group) group.agents.push(agent);
      else groups.push({ agents: [agent], rules: [] });
      isNaming = true;
    } else if ((field === 'allow' || field === 'disallow') && group) {
      isNaming = false;
      const pattern = value.trim();
      if (pattern !== '' && pattern.length <= longestPattern) group.rules.push({ isAllow: field === 'allow', pattern });
    }
  }
  return groups;
}

/** `*` matches any text, a final `$` the end. No regular expression: a hostile pattern could backtrack (ReDoS). */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    if (isLast && isWhole) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
