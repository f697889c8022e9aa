import { fileURLToPath } from 'node:url';
import { quickenImports } from './platform/quick-imports.server.ts';

const help = `Usage: npm start [-- --help]        serve the site; settings come from the environment (below, and in docs/settings.md)
       npm run dev                  the same from the sources: reloads pages, and itself, as you type`;

// What this process writes (database, media, secret) is the owner's alone.
process.umask(0o077);

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  const { describeSettings } = await import('./platform/settings.server.ts');
  const lines = describeSettings().map(({ name, standard, values, about }) =>
    `  ${name} (${standard}): ${about}${values && ` Such as ${values}`}`.replaceAll('`', ''),
  );
  process.stdout.write(`${help}\n\n${lines.join('\n')}\n`);
  process.exit(0);
}

// React chooses its development build, ten times slower, unless told otherwise before it is loaded.
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production';
const imports = quickenImports(fileURLToPath(new URL('../node_modules/.nagrik/compiled', import.meta.url)));
// Loaded once the line above is in force: a static import would come before it.
const { serve } = await import('./serve.server.ts');
await serve(process.argv.includes('--dev'));
imports.done();
