/** Elements within a line of text that every kind of text may have. */
export const textTags = 'a b strong i em u s del ins mark small sub sup abbr cite q span'.split(' ');
