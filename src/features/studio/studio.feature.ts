import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { complaintsApi } from './desks/complaints.api.server.ts';
import { freshnessApi } from './desks/freshness.api.server.ts';
import { questionsApi } from './desks/questions.api.server.ts';
import { scamDeskApi } from './desks/scams.api.server.ts';
import { searchesApi } from './desks/searches.api.server.ts';
import { wordsApi } from './desks/words.api.server.ts';
import { previewTextApi } from './editor/preview-text.api.server.ts';
import { forgetFolders } from './media/forget-folders.server.ts';
import { forgetExpiredUploads } from './media/resume-upload.server.ts';
import { exportStudioOf, forgetStudioOf, moveStudio } from './people/personal-acts.server.ts';
import { helpersApi } from './people/helpers.api.server.ts';
import { exportHelper, moveHelper, sweepHelpers } from './people/helpers.server.ts';
import { presenceApi } from './presence/presence.api.server.ts';
import { proposedRulesApi } from './desks/proposed-rules.api.server.ts';
import { publishDue } from './pieces/publish-due.server.ts';
import { studioDeskApi } from './desks/studio-desk.api.server.ts';
import { studioMediaApi } from './media/studio-media.api.server.ts';
import { studioSharingApi } from './sharing/studio-sharing.api.server.ts';
import { studioApi } from './studio.api.server.ts';
import { paragraphsApi } from './translation/paragraphs.api.server.ts';

export const feature: Feature = {
  level: 5,
  tag: 'Studio',
  api: [
    studioApi,
    presenceApi,
    studioSharingApi,
    paragraphsApi,
    studioDeskApi,
    helpersApi,
    studioMediaApi,
    complaintsApi,
    freshnessApi,
    scamDeskApi,
    questionsApi,
    searchesApi,
    wordsApi,
    previewTextApi,
    proposedRulesApi,
  ],
  sweeps: {
    uploads: (services) => forgetExpiredUploads(services),
    'marks of helpers': ({ connection }) => sweepHelpers(connection.db),
    'folders of uploads': ({ config }) => forgetFolders(config),
  },
  work: [
    ({ services, log }) => repeat({ name: 'publish what is due', everyMs: 15_000, log }, () => publishDue(services)),
  ],
  personalData: [
    { name: 'helper', exportOf: exportHelper, move: moveHelper },
    { name: 'studio', isOfRole: true, exportOf: exportStudioOf, forget: forgetStudioOf, move: moveStudio },
  ],
};
