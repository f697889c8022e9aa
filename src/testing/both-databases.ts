/**
 * Test files that run on PostgreSQL as well as on PGlite, because they depend on locks, isolation, several connections
 * or instances, notifications, collation, text search or the databases' own tools. All others run on PGlite only.
 */
export const onBothDatabases = [
  'src/{faults,main,life-cycle,clock-jump}.test.ts',
  'src/database/**/*.test.ts',
  'src/features/{backups,communities,moderation,notifications,otp,privacy,profiles,reactions}/**/*.test.ts',
  'src/features/{referrals,search,search-index,sessions,support,tracking,users}/**/*.test.{ts,tsx}',
  'src/features/{importing,publishing}/{*import*,*server,hidden*,hostile*,media*,publishing,content/translations}.test.ts',
  'src/features/importing/stackexchange/*.test.ts',
  'src/features/studio/media/{uploads,media-desk}.api.test.ts',
  'src/features/studio/{studio.api,keep-files,export-files}.test.ts',
  'src/pages/{account,community}/**/*.test.ts',
  'src/platform/{api,hostile-requests,idempotency,limits,outbox*,page-cache,two-instances,broken-database}.test.ts',
  'src/platform/{metrics,request-context,tracing}.test.ts',
  '**/*{concurren,two-instances,at-once}*.test.ts',
];
