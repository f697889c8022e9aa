type Policy = { createHTML(html: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };

// A parsed document runs no script.
const parsed: Policy = { createHTML: (html) => html };
const policy =
  (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('answered-form', parsed) ?? parsed;

/** A page that the server has answered to a script. */
export const parsePage = (html: string): Document =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
