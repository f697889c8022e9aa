import { keepCompiledModules } from './platform/process/compile-cache.server.ts';

const help = `Usage: npm start [-- --help]        serve the site; settings come from the environment (below, and in docs/settings.md)
       npm run dev                  the same from the sources: reloads pages, and itself, as you type`;

// Files that this process writes (database, media, secret) are readable by the owner only.
process.umask(0o077);

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  const { describeSettings } = await import('./platform/settings/settings.server.ts');
  const { databaseNow } = await import('./platform/settings/database-place.server.ts');
  const lines = describeSettings().map(({ name, standard, values, about }) =>
    `  ${name} (${standard}): ${about}${values && ` Such as ${values}`}`.replaceAll('`', ''),
  );
  process.stdout.write(`${help}\n\n${lines.join('\n')}\n\n${databaseNow()}\n`);
  process.exit(0);
}

// React defaults to its development build, which is ten times slower, unless this is set before it is loaded.
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production';
keepCompiledModules();
// A dynamic import, because static imports would run before the line above.
const { serve } = await import('./serve.server.ts');
await serve(process.argv.includes('--dev'));
