import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

// Lightning CSS writes two properties beside each color-scheme, for light-dark(), which is not used here.
const lightDark = 1 << 20;

export default defineConfig({
  plugins: [reactRouter()],
  css: { transformer: 'lightningcss', lightningcss: { exclude: lightDark } },
  build: { cssMinify: 'lightningcss', assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
  // Native modules and the database driver are loaded by Node, not bundled.
  ssr: { external: ['pg', 'sharp', 'drizzle-orm', '@electric-sql/pglite'] },
});
