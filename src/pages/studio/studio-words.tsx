import { redirect } from 'react-router';
import type { WordUse } from '../../database/tables/added-words.ts';
import { conceptLanguages } from '../../features/message-check/concept-languages.ts';
import { wordInput, wordUses, longestWord } from '../../features/studio/desks/words.contract.ts';
import {
  addWord,
  chooseTargets,
  readWords,
  removeWord,
  wordEditors,
  wordReaders,
} from '../../features/studio/desks/words.server.ts';
import { hasOne } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { scamFields } from '../../messages/scam-fields.ts';
import { wordsDesk as words } from '../../messages/words-desk.ts';
import { refusalOf } from '../../platform/http/api.server.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { detailText } from '../../platform/wire/errors.ts';
import { Field, FieldError, Labelled } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';
import { Options } from '../../ui/options.tsx';
import { addressWith } from '../../ui/pager.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { choiceIn, numberIn } from '../page-in.ts';
import { deskPage, DeskHead, Done, Links } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';

const wordsPath = '/studio/words';
const dones = ['added', 'removed'] as const;
type SentHere = Sent & { problem: string };

const useIn = (url: URL): WordUse => choiceIn(url, 'use', wordUses) ?? 'name';
const textIn = (url: URL, name: string) => storable(url.searchParams.get(name) ?? '').slice(0, longestWord);

export const loader = deskLoader(wordReaders, async ({ services, url, actor, sent }: DeskArgs<SentHere>) => {
  const use = useIn(url);
  const [text, q] = [textIn(url, 'text').trim(), textIn(url, 'q')];
  const lang =
    choiceIn(url, 'lang', conceptLanguages) ?? conceptLanguages.find((one) => one === currentLanguage()) ?? 'en';
  const all = await readWords(services, use, lang);
  const canChange = hasOne(actor, wordEditors);
  return {
    use,
    text,
    q,
    lang,
    canChange,
    choices: canChange && (text !== '' || q !== '') ? await chooseTargets(services, use, all, { text, q }) : null,
    added: all.filter((one) => one.words.length > 0),
    problem: sent?.problem ?? null,
    done: sent ? null : choiceIn(url, 'done', dones),
  };
});

type Model = ModelOf<typeof loader>;

/** Adds the word to a target, and takes one away: its text then stands in the form, to be put back. */
export const action = deskAction<SentHere>(wordEditors, {
  typed: ['text'],
  comeBack: () => ({ problem: account.again.back }),
  async act({ services, url, actor, form }) {
    const use = useIn(url);
    const removing = numberIn(form.get('remove'));
    try {
      if (removing !== null) {
        const { target, text, lang } = await removeWord(services, actor, removing);
        return redirect(addressWith(wordsPath, { use, text, q: target, lang, done: 'removed' }), 303);
      }
      const lang = use === 'concept' ? form.get('lang') : undefined;
      const input = wordInput.safeParse({ use, target: form.get('target'), text: form.get('text'), lang });
      if (!input.success) throw refusalOf(input.error);
      await addWord(services, actor, input.data);
      return redirect(addressWith(wordsPath, { use, lang, done: 'added' }), 303);
    } catch (error) {
      return onRefusal([400, 404, 409], ({ status, message, details }) => ({
        status,
        problem: status === 404 ? words.meanwhile : details?.[0] ? detailText(details[0]) : message,
      }))(error);
    }
  },
});

function StudioWordsView(model: Model) {
  const { use, text, q, lang, canChange, choices, added, problem, done, nav } = model;
  const here = addressWith(wordsPath, { use, text, q, lang });
  return (
    <>
      <DeskHead nav={nav} path={wordsPath} title={words.title} description={words.describe} />
      {done && <Done>{words.done[done]}</Done>}
      <Links
        label={words.which}
        links={wordUses.map((one) => ({
          href: addressWith(wordsPath, { use: one, text }),
          text: words.uses[one],
          isHere: one === use,
        }))}
      />
      <p className="soft">{words.notes[use]}</p>
      {problem && (
        <FieldError id="word-problem" isFocused>
          {problem}
        </FieldError>
      )}
      {canChange && (
        <form className="form" action={wordsPath}>
          <input type="hidden" name="use" value={use} />
          <Field
            id="word-text"
            name="text"
            label={words.texts[use]}
            hint={words.hints[use]}
            defaultValue={text}
            maxLength={longestWord}
            dir="auto"
          />
          {use === 'concept' && (
            <Labelled id="word-lang" label={words.language}>
              <select className="in" id="word-lang" name="lang" defaultValue={lang}>
                <Options of={conceptLanguages.map((one) => [one, scamFields.languages[one]!])} />
              </select>
            </Labelled>
          )}
          <Field id="word-q" name="q" type="search" label={words.finds[use]} defaultValue={q} maxLength={longestWord} />
          <button className="btn">{words.find}</button>
        </form>
      )}
      {choices && (
        <section className="box stack" aria-labelledby="word-leads">
          <h2 id="word-leads">{words.leads}</h2>
          {choices.length === 0 && <p role="status">{words.noTarget}</p>}
          <ul className="studio-list">
            {choices.map(({ target, title, shipped }) => (
              <li key={target}>
                <b>{title}</b>
                {shipped.length > 0 && (
                  <span className="soft">
                    {use === 'name' ? words.known : words.standing} {shipped.slice(0, mostShown).join(', ')}
                    {shipped.length > mostShown && ' …'}
                  </span>
                )}
                {text !== '' && (
                  <form className="studio-row" method="post" action={here}>
                    <WrittenBy />
                    <input type="hidden" name="text" value={text} />
                    <input type="hidden" name="lang" value={lang} />
                    <button className="chip" name="target" value={target} aria-label={words.addOf(text, title)}>
                      {words.add}
                    </button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <h2>{words.added}</h2>
      {added.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="studio-list">
        {added.map(({ target, title, words: own }) => (
          <li key={target}>
            <b>{title}</b>
            {own.map((one) => (
              <form key={one.id} className="studio-row" method="post" action={here}>
                <WrittenBy />
                <span lang={one.lang ?? langOf(one.text)}>{one.text}</span>
                {one.lang && <span className="soft">{scamFields.languages[one.lang]}</span>}
                {canChange && (
                  <button className="chip" name="remove" value={one.id} aria-label={words.takeAwayOf(one.text, title)}>
                    {words.takeAway}
                  </button>
                )}
              </form>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
/** Of the names that a target has in the source: enough to know it by. */
const mostShown = 8;

export default deskPage(StudioWordsView);
