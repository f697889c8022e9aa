import { sourceLanguage } from '../src/messages/catalogue.ts';
import { languages } from '../src/messages/languages-here.ts';
import { catalogueFiles, loadCatalogues, sentencesOf, translationOf } from '../src/testing/catalogues.ts';

const help = `Usage: npm run translations [-- LANGUAGE] [-- LANGUAGE --all]
  Lists what the interface lacks in each language, or in one: sentences by file, with --all every sentence.
  Ends with 1 where something is missing. docs/languages.md says how to add a language.`;

const { argv } = process;
const given = argv.slice(2).filter((argument) => !argument.startsWith('--'));
const listsAll = argv.includes('--all');

async function missingIn(language: string): Promise<number> {
  let missing = 0;
  for (const file of catalogueFiles) {
    const source = (await loadCatalogues(file))!;
    const written = await loadCatalogues(translationOf(file, language));
    const lacking = Object.entries(source).flatMap(([name, words]) => {
      const translated = sentencesOf(written?.[name], name);
      return [...sentencesOf(words, name)].filter(([path]) => !translated.has(path));
    });
    missing += lacking.length;
    if (lacking.length > 0) process.stdout.write(`${translationOf(file, language)}: ${lacking.length} missing\n`);
    if (listsAll) for (const [path, sentence] of lacking) process.stdout.write(`  ${path}: ${String(sentence)}\n`);
  }
  process.stdout.write(`${language}: ${missing === 0 ? 'nothing is missing' : `${missing} sentences missing`}\n`);
  return missing;
}

if (argv.includes('--help')) {
  process.stdout.write(`${help}\n`);
} else {
  const wanted = given.length > 0 ? given : languages.filter((language) => language !== sourceLanguage);
  for (const language of wanted) if ((await missingIn(language)) > 0) process.exitCode = 1;
}
