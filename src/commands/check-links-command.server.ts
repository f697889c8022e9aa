import { createLinkAsker } from '../features/publishing/links/ask-link.server.ts';
import { checkLinks, listBrokenLinks } from '../features/publishing/links/check-links.server.ts';
import { type Command, readArgs, WrongUse } from '../platform/process/command.ts';

export const checkLinksCommand: Command = {
  help: `Asks for the external links of published pieces, slowly and politely, and lists the broken ones with the pieces that use them.

  npm run check-links                  at most 500 links; each is asked for at most once a week
  npm run check-links -- --limit 50
  npm run check-links -- --list        only list what is known to be broken

One request at a time for each host, with five seconds between; robots.txt is kept to; only servers on the public internet are asked.
A link is broken after three failures in a row, on at least two days; what has failed is asked for again a day later.
Where nothing outside can be reached the run stops, and counts nothing.
The studio's desk 'Freshness' shows the same. With CHECK_LINKS=on a server does this every hour.
Works beside a running server. Ctrl+C stops it; what was asked stays known. Exit status: 0 done, 1 an error, 2 wrong use.`,
  async run(args, { connection, config, output, signal }) {
    const { limit, isListOnly } = read(args);
    const origin = config.publicOrigin;
    if (!isListOnly) {
      const { asked, broken, isCutOff } = await checkLinks({
        connection,
        origin,
        asker: createLinkAsker({ origin }),
        signal,
        limit,
        onAnswer: (url, { outcome, status }) => output.progress(`${status ?? outcome}  ${url.slice(0, 100)}`),
      });
      output.progress('');
      output.out(
        isCutOff
          ? 'No server outside could be reached, so nothing was counted. Look at the network of this machine, and try again.'
          : `Asked for ${asked.toLocaleString('en-IN')} links; ${broken.toLocaleString('en-IN')} are broken.`,
      );
      if (isCutOff) return 1;
    }
    const links = await listBrokenLinks(connection.db, 1_000);
    if (links.length === 0) output.out('No link is known to be broken.');
    for (const { url, outcome, status, firstBrokenAt, pieces } of links) {
      output.out(`${String(status ?? outcome).padEnd(12)}  since ${firstBrokenAt.slice(0, 10)}  ${url}`);
      for (const { kind, id, title } of pieces) output.out(`${' '.repeat(14)}${kind}:${id}  ${title}`);
    }
    return 0;
  },
};

function read(args: string[]): { limit: number; isListOnly: boolean } {
  const { values } = readArgs(
    args,
    { limit: { type: 'string' }, list: { type: 'boolean' } },
    { allowPositionals: false },
  );
  const { limit = '500', list = false } = values;
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw new WrongUse('--limit needs a number of links.');
  return { limit: Number(limit), isListOnly: list };
}
