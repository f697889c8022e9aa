import { basename } from 'node:path';
import { WrongUse } from '../../../platform/process/command.ts';
import type { ImportFormat, OptionValues } from '../import-format.ts';
import { createReport } from '../report.ts';
import { type FolderOptions, importAsRun } from './import-as-run.server.ts';
import { replaceSamples } from './replace-samples.server.ts';
import { watchContent } from './watch-content.server.ts';

const ours = [
  'articles',
  'videos',
  'webstories',
  'categories',
  'authors',
  'feed',
  'pages',
  'tags',
  'ctas',
  'questions',
  'scams',
];

export const contentFormat: ImportFormat = {
  name: 'content',
  summary:
    'a folder with articles/, videos/, webstories/, categories/, tags/, authors/, feed/, pages/, ctas/, questions/, scams/ (docs/content.md)',
  options: {
    publish: { type: 'boolean' },
    reason: { type: 'string' },
    watch: { type: 'boolean' },
    prune: { type: 'boolean' },
    'replace-samples': { type: 'boolean' },
  },
  optionHelp: [
    ['--publish', 'content folder: live pieces at once; without it, files become drafts in the studio'],
    ['--reason TEXT', 'content folder: why, for the editors (with --publish)'],
    ['--watch', 'content folder: stay, and take edits as they are saved'],
    ['--prune', 'content folder: unpublish pieces whose files are gone (with --publish)'],
    ['--replace-samples', 'take all sample content out first; with a folder, put that in its place'],
  ],
  detects: ({ path, isDirectory, entries }) =>
    isDirectory &&
    !entries.some((name) => /^(?:hugo|config)\.(?:toml|ya?ml|json)$/.test(name)) &&
    (entries.filter((name) => ours.includes(name)).length >= 2 ||
      (entries.includes('articles') && basename(path) === 'content')),
  async import(path, values, context) {
    const options = folderOptionsOf(values);
    if (values['replace-samples']) {
      const status = await replaceSamples(path, context);
      if (status !== 0) return status;
    }
    if (values.watch) return watchContent(path, context, options);
    const report = createReport(basename(path), context.output);
    await importAsRun(path, context, options, report);
    const status = report.finish();
    if (!options.isPublishing && report.counts.created + report.counts.changed > 0)
      context.output.out(
        'They are drafts in the studio. Readers see them once they are published there; --publish does so at once.',
      );
    return status;
  },
};

function folderOptionsOf(values: OptionValues): FolderOptions {
  const reason = typeof values.reason === 'string' ? values.reason.trim() || undefined : undefined;
  const options = { prune: values.prune === true, isPublishing: values.publish === true, reason };
  if (values.drafts && options.isPublishing)
    throw new WrongUse('--drafts and --publish: only one of them can be meant.');
  if (options.prune && !options.isPublishing)
    throw new WrongUse('--prune takes pieces from readers: say --publish as well.');
  return options;
}
