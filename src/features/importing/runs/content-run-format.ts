/** The `format` of runs of the content folder: their pieces are in `import_run_files`. */
export const contentRunFormat = 'content';
