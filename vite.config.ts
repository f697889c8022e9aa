import { relative, sep } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { isServerModule } from './src/server-sources.ts';

// Lightning CSS writes two properties beside each color-scheme, for light-dark(), which is not used here.
const lightDark = 1 << 20;

/**
 * The built pages import the server's modules instead of carrying a copy, so that each exists once in the process (for
 * development see development.server.ts).
 */
const oneGraph = (): Plugin => ({
  name: 'one-graph',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  async resolveId(source, importer, options) {
    const found = importer === undefined ? null : await this.resolve(source, importer, { ...options, skipSelf: true });
    const path =
      found &&
      relative(import.meta.dirname, found.id)
        .split(sep)
        .join('/');
    // Through "imports" of package.json, since a build may be moved to another folder.
    return path && isServerModule(path) ? { id: `#${path}`, external: true } : null;
  },
});

export default defineConfig({
  plugins: [oneGraph(), reactRouter()],
  css: { transformer: 'lightningcss', lightningcss: { exclude: lightDark } },
  build: { cssMinify: 'lightningcss', assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
  // Native modules and the database driver are loaded by Node, not bundled.
  ssr: { external: ['pg', 'sharp', 'drizzle-orm', '@electric-sql/pglite'] },
});
