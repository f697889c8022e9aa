import { canScore, scoreProposals } from '../src/features/proposals/score-proposals.server.ts';

const [folder = '.'] = process.argv.slice(2);
if (!canScore(folder)) {
  process.stdout.write(`SKIPPED  proposals: ${folder} has no schemes.jsonl.gz and gold.jsonl.\n`);
  process.exit(0);
}
const { known, unseen, schemes, problems } = scoreProposals(folder);
console.table({
  'schemes it was made with': known,
  [`${schemes} unseen`]: unseen,
});
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
