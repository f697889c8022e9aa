/** Shows just enough for the owner to recognise the identifier: the last four digits, or the first letter. */
export function maskIdentifier(identifier: string): string {
  if (identifier.startsWith('+')) return `•••••• ${identifier.slice(-4)}`;
  return `${[...identifier][0]}•••${identifier.slice(identifier.lastIndexOf('@'))}`;
}
