/**
 * Whether a DOCTYPE declares entities (XXE, billion laughs). A reference to an external DTD is harmless: the parser
 * fetches nothing and knows only entities declared here.
 */
export const declaresEntities = (declaration: string): boolean => /\[|<!|%/.test(declaration);
