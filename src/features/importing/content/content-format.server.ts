import { basename } from 'node:path';
import type { ImportFormat } from '../import-format.ts';
import { createReport } from '../report.ts';
import { optionsOf, targetOf } from './content-target.server.ts';
import { importContent } from './import-content.server.ts';
import { replaceSamples } from './replace-samples.server.ts';
import { watchContent } from './watch-content.server.ts';

const ours = ['articles', 'videos', 'webstories', 'categories', 'authors', 'feed', 'pages', 'tags', 'ctas'];

export const contentFormat: ImportFormat = {
  name: 'content',
  summary:
    'a folder with articles/, videos/, webstories/, categories/, tags/, authors/, feed/, pages/, ctas/ (docs/content.md)',
  options: { watch: { type: 'boolean' }, prune: { type: 'boolean' }, 'replace-samples': { type: 'boolean' } },
  optionHelp: [
    ['--watch', 'content folder: stay, and publish edits as they are saved'],
    ['--prune', 'content folder: unpublish pieces whose files are gone'],
    ['--replace-samples', 'take all sample content out first; with a folder, put that in its place'],
  ],
  detects: ({ path, isDirectory, entries }) =>
    isDirectory &&
    !entries.some((name) => /^(?:hugo|config)\.(?:toml|ya?ml|json)$/.test(name)) &&
    (entries.filter((name) => ours.includes(name)).length >= 2 ||
      (entries.includes('articles') && basename(path) === 'content')),
  async import(path, values, context) {
    if (values['replace-samples']) {
      const status = await replaceSamples(path, context);
      if (status !== 0) return status;
    }
    if (values.watch) return watchContent(path, context, values.prune === true);
    const report = createReport(basename(path), context.output);
    await importContent(path, targetOf(context), report, await optionsOf(context, values.prune === true));
    return report.finish();
  },
};
