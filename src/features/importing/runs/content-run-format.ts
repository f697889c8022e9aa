/** The `format` of runs of the content folder. */
export const contentRunFormat = 'content';
