// Figures of search in Latin spellings of nine languages, on the dev parts of the Dakshina dataset.
//   node bench/spellings.ts [FOLDER] [--languages=hi,ta] [--words=1500] [--sentences=300]
// FOLDER (default: languages in NAGRIK_DATA) holds {language}.words.tsv.gz and {language}.sentences.tsv.gz. Sentences
// go through the real index.
// Without limits about an hour on two cores.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { ownDatabase } from './own-database.ts';
import { measureSentences } from './spelling-sentences.ts';
import { languagesRomanised, measureWords } from './spelling-words.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string', default: languagesRomanised.join() },
    words: { type: 'string', default: 'all' },
    sentences: { type: 'string', default: 'all' },
  },
});
const folder = positionals[0] ?? (process.env.NAGRIK_DATA && join(process.env.NAGRIK_DATA, 'languages'));
if (!folder) {
  process.stderr.write('Usage: node bench/spellings.ts FOLDER, or NAGRIK_DATA\n');
  process.exit(2);
}
const limitOf = (text: string) => (text === 'all' ? Infinity : Number(text));
const share = (value: number) => value.toFixed(3);
const connection = await connect({ databaseUrl: await ownDatabase('spellings'), dataDir: '' });
try {
  await applyMigrations(connection);
  console.log('language  words: asked  first  top 5  | sentences: asked  first 10  p95 ms');
  for (const language of options.languages.split(',')) {
    const words = measureWords(folder, language, limitOf(options.words));
    const lines = await measureSentences(connection, folder, language, { most: limitOf(options.sentences) });
    console.log(
      `${language}  ${words.asked}  ${share(words.first)}  ${share(words.topFive)}  |  ${lines.asked}  ${share(lines.firstTen)}  ${lines.p95.toFixed(0)}`,
    );
  }
} finally {
  await connection.close();
}
