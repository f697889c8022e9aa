// Precompresses the build's assets with brotli and gzip, so that no request pays for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

if (process.argv.includes('--help')) {
  console.log('Usage: node scripts/compress-assets.mjs   writes .br and .gz beside the built assets');
  process.exit(0);
}

const folder = join(import.meta.dirname, '../build/client/assets');
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|svg|json|tsv)$/.test(name)) continue;
  const file = join(folder, name);
  const bytes = readFileSync(file);
  // Megabytes of WebAssembly: the best quality takes ten times as long for 5% less.
  const quality = bytes.length > 1_000_000 ? 9 : 11;
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  );
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
