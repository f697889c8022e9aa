import { useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { chatToMarkdown } from './clean-chat.ts';
import { langOf } from '../../../ui/format.ts';
import { problemOf } from './detail-fields.tsx';
import type { EditorProps } from './editor-props.ts';
import { insertBlock, insertWords } from './insert-block.ts';
import { shownText, storedText } from './keep-bytes.ts';
import type { PieceSaver } from './piece-saver.ts';
import type { Snapshot } from './piece-snapshot.ts';
import type { StudioCalls } from './studio-calls.ts';
import { Toolbar } from './toolbar.tsx';
import { applyEdit, whereIn } from './use-area.ts';

const longest = 500_000;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

type Props = { saver: PieceSaver; now: Snapshot; calls: StudioCalls; props: EditorProps; mayWrite: boolean };

/**
 * The markdown itself in the browser's own text field: composition, voice typing, spelling and undo are the phone's.
 * It is not controlled by React, so that no key waits for a render.
 */
export function TextPane({ saver, now, calls, props, mayWrite }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const ownCopy = useRef('');
  const [note, setNote] = useState('');
  const { shown } = now;
  const lang = String(saver.value('lang') ?? 'en');

  useEffect(() => {
    if (!area.current) return;
    area.current.dataset.shown = String(shown);
    area.current.value = shownText(String(saver.value('body') ?? ''));
  }, [saver, shown]);

  const onInput = () => saver.change('body', storedText(saver.read().base.body, area.current!.value));

  const insertPasted = (markdown: string) => {
    if (bytesOf(area.current!.value) + bytesOf(markdown) > longest) return setNote(words.pastedLong);
    const where = whereIn(area.current!);
    const isBlock = markdown.includes('\n');
    applyEdit(area.current!, isBlock ? insertBlock(where, markdown) : insertWords(where, markdown));
    return setNote(words.pasted);
  };

  const onPaste = (event: React.ClipboardEvent) => {
    const html = event.clipboardData.getData('text/html');
    const text = event.clipboardData.getData('text/plain');
    if (html.trim() === '' || text === ownCopy.current) {
      const cleaned = text === ownCopy.current ? text : chatToMarkdown(text);
      if (cleaned === text && bytesOf(text) < longest / 2) return;
      event.preventDefault();
      insertPasted(cleaned);
      return;
    }
    event.preventDefault();
    if (html.length > 10 * longest) return setNote(words.pastedLong);
    void import('./clean-paste.ts').then(
      ({ htmlToCleanMarkdown }) => insertPasted(htmlToCleanMarkdown(html) || text),
      // Offline before it was ever loaded: the words at least.
      () => insertPasted(text),
    );
  };

  const onCopy = () => {
    const { text, from, to } = whereIn(area.current!);
    ownCopy.current = text.slice(from, to);
  };

  const titleField = props.titleField;
  const title = String(saver.value(titleField) ?? '');
  const hasSummary = props.fieldNames.includes('summary');
  const isTitled = titleField === 'title';
  const titleProblem = problemOf(saver, titleField);
  return (
    <>
      {isTitled && (
        <div className="field">
          <label htmlFor="studio-field-title">{words.fields.title}</label>
          <span className="hint" id="studio-title-hint">
            {words.hints.title}
          </span>
          <input
            className="in"
            id="studio-field-title"
            lang={lang}
            maxLength={200}
            value={title}
            readOnly={!mayWrite}
            aria-describedby={titleProblem ? 'studio-title-hint studio-title-error' : 'studio-title-hint'}
            onChange={({ target }) => saver.change(titleField, target.value)}
          />
          {titleProblem && (
            <span className="err" id="studio-title-error" lang={langOf(titleProblem)}>
              {titleProblem}
            </span>
          )}
        </div>
      )}
      {hasSummary && (
        <div className="field">
          <label htmlFor="studio-field-summary">{words.fields.summary}</label>
          <textarea
            className="in studio-short"
            id="studio-field-summary"
            lang={lang}
            rows={3}
            maxLength={600}
            value={String(saver.value('summary') ?? '')}
            readOnly={!mayWrite}
            // A summary is one line in the files; a phone's keyboard has an enter key all the same.
            onChange={({ target }) => saver.change('summary', target.value.replace(/\n/g, ' ') || null)}
          />
        </div>
      )}
      <div className="field">
        <label htmlFor="studio-body">{words.fields.body}</label>
        {mayWrite && (
          <Toolbar
            area={area}
            calls={calls}
            helplines={props.helplines}
            onScheme={
              props.fieldNames.includes('scheme')
                ? () => {
                    if (saver.value('scheme') == null)
                      saver.change('scheme', {
                        name: title || words.sample.schemeName,
                        level: 'central',
                        officialUrl: 'https://',
                      });
                    setNote(words.schemeHint);
                  }
                : null
            }
          />
        )}
        <textarea
          className="in studio-body"
          id="studio-body"
          ref={area}
          lang={lang}
          readOnly={!mayWrite}
          spellCheck
          onInput={onInput}
          onPaste={onPaste}
          onCopy={onCopy}
          onCut={onCopy}
        />
        <p className="hint" role="status">
          {note}
        </p>
      </div>
    </>
  );
}
