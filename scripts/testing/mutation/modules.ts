/** Code whose tests must notice nearly every change of it: files to change, and the tests to run on each change. */
export type MutatedModule = {
  name: string;
  /** Globs. Test files among them are left alone. */
  files: string[];
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
    name: 'page-cache',
    files: ['src/platform/page-cache.server.ts'],
    tests: ['src/platform/page-cache*.test.ts', 'src/platform/two-instances.test.ts'],
  },
  {
    name: 'invalidation',
    files: ['src/features/reactions/tell-pages.server.ts', 'src/features/publishing/release-scheduled.server.ts'],
    tests: ['src/features/{reactions,publishing}/*.test.ts', 'src/features/communities/communities.api.test.ts'],
  },
  {
    name: 'limits',
    files: ['src/platform/{limits,spend-limits}.server.ts'],
    tests: ['src/platform/{limits,spend-limits}.test.ts', 'src/features/otp/codes.test.ts'],
  },
  {
    name: 'codes',
    files: [
      'src/features/otp/{browser,check-code,code-hash,send-code,sweep-codes}.server.ts',
      'src/features/otp/identifiers.ts',
    ],
    tests: ['src/features/otp/*.test.ts'],
  },
  {
    name: 'sessions',
    files: [
      'src/features/sessions/{access-token,csrf,identify-request,open-session,session-cookies}.server.ts',
      'src/features/sessions/{sessions.queries,sign-in-with-code,viewer-hook,sessions.api}.server.ts',
    ],
    tests: ['src/features/sessions/*.test.ts'],
  },
  {
    name: 'outbox',
    files: ['src/platform/outbox*.server.ts'],
    tests: ['src/platform/outbox*.test.ts'],
  },
  {
    name: 'privacy',
    files: ['src/features/privacy/*.server.ts'],
    tests: ['src/features/privacy/*.test.ts'],
  },
];
