/** Code whose tests must notice nearly every change of it: files to change, and the tests that may notice. */
export type MutatedModule = {
  name: string;
  /** Globs. Test files among them are left alone. */
  files: string[];
  /** Only changes on lines that match. */
  lines?: RegExp;
  /** Globs. Of these, the files that execute a change run on it. */
  tests: string[];
  /** Pure functions: a run takes no database, so that `npm test` can try a sample. */
  isQuick?: boolean;
};

export const mutatedModules: MutatedModule[] = [
  {
    name: 'rules',
    files: [
      'src/features/schemes/{rules,evaluate,days,dated-rules,combine-papers,match-schemes,compile-rules}.ts',
      'src/features/schemes/{find-schemes,contradictions,read-dating,whom,answer-units}.ts',
    ],
    tests: [
      'src/features/schemes/{rules,contradictions,evaluate,dated-rules,combine-papers,find-schemes,demo-rules}.test.ts',
      'src/features/schemes/{answer-units,match-schemes,check-cases,form-answers}.test.ts',
    ],
    isQuick: true,
  },
  {
    name: 'moderation-policy',
    files: ['src/features/communities/communities.policy.ts'],
    tests: ['src/features/communities/communities.policy.test.ts'],
    isQuick: true,
  },
  {
    name: 'moderation-acts',
    files: [
      'src/features/moderation/{appeal,moderate,open-seal,report-post,seal-removal,suspend}.server.ts',
      'src/features/moderation/{appeals,moderation,moderation-log}.queries.server.ts',
      'src/features/communities/change-life.server.ts',
    ],
    tests: [
      'src/features/moderation/*.test.ts',
      'src/features/users/suspensions.test.ts',
      'src/features/communities/{communities.api,change-posts.api,react-to-posts.api}.test.ts',
      'src/features/studio/queue-purge.test.ts',
      'src/commands/sealed-command.test.ts',
      'src/pages/community/{community-acts,moderation-log-page}.test.ts',
    ],
  },
  {
    name: 'page-cache',
    files: ['src/platform/page-cache.server.ts', 'src/platform/cached-page.server.ts'],
    tests: ['src/platform/page-cache*.test.ts', 'src/platform/two-instances.test.ts'],
  },
  {
    name: 'invalidation',
    files: [
      'src/platform/{purge-queue,purge-worker}.server.ts',
      'src/features/reactions/tell-pages.server.ts',
      'src/features/publishing/release-scheduled.server.ts',
      'src/features/studio/queue-purge.server.ts',
      'src/features/users/change-names.server.ts',
    ],
    tests: [
      'src/platform/{page-cache-notices,purge-worker}.test.ts',
      'src/features/publishing/release-scheduled.test.ts',
      'src/features/reactions/*.test.ts',
      'src/features/studio/{purged-addresses,queue-purge}.test.ts',
      'src/features/users/{own-account.api,suspensions,users.api}.test.ts',
    ],
  },
  {
    // Who tells the cache, and of what: the rest of these files belongs to their features.
    name: 'invalidating-acts',
    files: [
      'src/features/communities/{ask-question,change-life,change-post,personal-posts,write-answer}.server.ts',
      'src/features/moderation/{appeal,moderate,report-post}.server.ts',
      'src/features/reactions/react.server.ts',
      'src/features/studio/{act-on-piece,publish-piece,withdraw-piece}.server.ts',
      'src/features/studio/desks/facts.server.ts',
    ],
    lines: /invalidatePages|tellPages|queue(Acts|Pieces|Purges)|pagesOf|\btags\b|'(question|article|video):/,
    tests: [
      'src/features/communities/{communities.api,change-posts.api,react-to-posts.api,personal-posts}.test.ts',
      'src/features/moderation/*.test.ts',
      'src/features/studio/{queue-purge,studio.api,publish-together}.test.ts',
      'src/features/studio/desks/facts.api.test.ts',
      'src/pages/community/community-pages.test.ts',
    ],
  },
  {
    name: 'limits',
    files: [
      'src/platform/{limits,spend-limits,service-rate}.server.ts',
      'src/features/communities/count-post.server.ts',
      'src/features/support/count-form.server.ts',
    ],
    tests: [
      'src/platform/{limits,service-rate,spend-limits}.test.ts',
      'src/features/otp/{codes,code-limits}.test.ts',
      'src/features/communities/posting-limits.test.ts',
      'src/features/support/count-form.test.ts',
    ],
  },
  {
    name: 'codes',
    files: [
      'src/features/otp/{browser,check-code,code-hash,send-code,sweep-codes}.server.ts',
      'src/features/otp/identifiers.ts',
    ],
    tests: [
      'src/features/otp/*.test.ts',
      'src/features/users/{link-phone,own-account.api}.test.ts',
      'src/features/sessions/sign-in.api.test.ts',
      // A channel without a provider.
      'src/platform/outbox.test.ts',
    ],
  },
  {
    name: 'sessions',
    files: [
      'src/features/sessions/{access-token,csrf,identify-request,open-session,session-cookies}.server.ts',
      'src/features/sessions/{sessions.queries,sign-in-with-code,viewer-hook,sessions.api,auth.api}.server.ts',
    ],
    tests: [
      'src/features/sessions/*.test.ts',
      'src/features/moderation/moderating-needs-factor.test.ts',
      'src/features/users/{link-phone,own-account.api}.test.ts',
      'src/pages/account/sign-in-pages.test.ts',
    ],
  },
  {
    name: 'outbox',
    files: ['src/platform/outbox*.server.ts'],
    tests: ['src/platform/outbox*.test.ts', 'src/features/otp/dev-outbox.test.ts'],
  },
  {
    name: 'privacy',
    files: [
      'src/features/privacy/*.server.ts',
      'src/features/communities/personal-posts.server.ts',
      'src/features/studio/personal-acts.server.ts',
    ],
    tests: ['src/features/privacy/*.test.ts', 'src/features/{communities/personal-posts,studio/personal-acts}.test.ts'],
  },
];
