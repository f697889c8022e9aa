import { resolve } from 'node:path';
import { exportFiles } from '../features/importing/content/export-files.server.ts';
import { type Command, readArgs, WrongUse } from '../platform/process/command.ts';

export const exportCommand: Command = {
  help: `Writes every piece back as a file: articles, videos, stories, text pages, categories, tags, authors, calls to action
and the home page, with the media that they show.

  npm run export -- FOLDER

A file that was imported comes back byte for byte where nothing was changed, else with only the changed keys
rewritten. Written is what readers see; a piece that was unpublished says "status: draft". Importing an export changes
nothing. Questions and pieces that came from elsewhere have no file.

  --working-copies   the newest revision of every piece instead, drafts too
  --overwrite        also over files that hold what no revision of their piece says

Works beside a running server. Exit status: 0 done, 1 something could not be written, 2 wrong use.`,
  async run(args, context) {
    const { values, positionals } = readArgs(args, {
      overwrite: { type: 'boolean' },
      'working-copies': { type: 'boolean' },
    });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0) throw new WrongUse('Say one folder: npm run export -- FOLDER');
    return exportFiles(resolve(context.cwd, folder), context, {
      isOverwriting: values.overwrite === true,
      withWorkingCopies: values['working-copies'] === true,
    });
  },
};
