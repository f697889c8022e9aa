import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const help = `Usage: node scripts/make-sender-table.ts FILE
Writes src/features/message-check/sms-headers.tsv, a line for each owner: name, tab, registered headers. FILE is JSON (gz too) of
header to owner, as published by https://github.com/cyberwani/trai-sms-header (MIT). Uses no database.`;

const [file] = process.argv.slice(2);
if (!file || file === '--help') {
  process.stdout.write(`${help}\n`);
  process.exit(file ? 0 : 2);
}
const bytes = readFileSync(file);
const owners = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as Record<
  string,
  string
>;
const headersOf = Map.groupBy(Object.entries(owners), ([, owner]) => owner.replaceAll(/\s+/g, ' ').trim());
const lines = [...headersOf].map(([owner, rows]) => `${owner}\t${rows.map(([header]) => header).join(' ')}`).sort();
writeFileSync(new URL('../src/features/message-check/sms-headers.tsv', import.meta.url), `${lines.join('\n')}\n`);
process.stdout.write(`${lines.length} owners of ${Object.keys(owners).length} headers\n`);
