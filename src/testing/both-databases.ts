/**
 * Test files that run on PostgreSQL as well as on PGlite, because they depend on locks, isolation, several connections
 * or instances, notifications, collation, text search or the databases' own tools. All others run on PGlite only: it is
 * PostgreSQL itself with one connection, so what one request after another reads and writes is the same there.
 */
export const onBothDatabases = [
  'src/{faults,main,site-secret,life-cycle,clock-jump,signed-in-writes}.test.ts',
  'src/database/{bounds,broken-transaction,connect,heartbeat,migrate,refuse-database,replica}.test.ts',
  'src/features/backups/{drill,media-backup,move,restore-postgres}.test.ts',
  'src/features/communities/{answer-revisions,summaries,change-posts.api,communities.api,counters-on-two-instances,list-questions.api,merge-questions}.test.ts',
  'src/features/follows/*.test.ts',
  'src/features/importing/{content/keep-files,content/kept-dates,content/translations,hostile-content,media-in-a-bucket,another-under-one-name,imports-of-taken-over,run-import}.test.ts',
  'src/features/importing/{desk,runs}/*.test.ts',
  'src/features/importing/stackexchange/*.test.ts',
  'src/features/moderation/{acts-on-any-post,appeals.api,moderation.api}.test.ts',
  'src/features/notifications/**/*.test.ts',
  'src/features/otp/{code-limits,codes,known-browsers,otp.api}.test.ts',
  'src/features/privacy/**/*.test.ts',
  'src/features/profiles/{account-bounds,cart.api,profiles.api}.test.ts',
  'src/features/publishing/{beside-a-server,hidden-pieces}.test.ts',
  'src/features/referrals/referrals.test.ts',
  'src/features/search/{complete-index,hostile-searches,language-first,newest-window,other-scripts,search.api,unfinished-words}.test.ts',
  'src/features/sessions/{auth.api,auth-addresses.api,client-log.api,many-at-once,sessions.api,sign-in.api}.test.ts',
  'src/features/studio/desks/*.test.ts',
  'src/features/studio/media/{unpublished-uploads,uploads.api}.test.ts',
  'src/features/studio/{studio.api,pieces/queue-purge,writers-bounds}.test.ts',
  'src/features/studio/translation/{paragraphs.api,older-translations}.test.ts',
  'src/features/support/support.test.ts',
  'src/features/tracking/tracking.test.ts',
  'src/features/users/{link-phone,names.api,suspensions,users.api}.test.ts',
  'src/pages/community/{community-acts,community-forms}.test.ts',
  'src/pages/studio/studio-site.test.ts',
  'src/platform/delivery/{codes-leave-first,outbox,outbox-database,outbox-failures}.test.ts',
  'src/platform/{guard/spend-limits,http/broken-database,http/idempotency,observe/metrics}.test.ts',
  '**/*{concurren,two-instances,at-once}*.test.ts',
];
