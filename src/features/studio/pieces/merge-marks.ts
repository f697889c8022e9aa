/** Lines around what two people changed: before the one's, between, after the other's. */
export const mergeMarks = ['<<<<', '====', '>>>>'] as const;
