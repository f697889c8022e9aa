import { useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { chatToMarkdown } from './clean-chat.ts';
import { TextField, useMayWrite } from '../fields.tsx';
import { useField } from './detail-fields.tsx';
import { useEditor } from './editor-context.ts';
import { applyEdit, insertBlock, insertWords, whereIn } from './insert-block.ts';
import { shownText, storedText } from './line-ends.ts';
import { Toolbar } from './toolbar.tsx';

const longest = 500_000;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * The markdown itself in the browser's own text field: composition, voice typing, spelling and undo are the phone's.
 * It is not controlled by React, so that no key waits for a render.
 */
export function TextPane() {
  const { saver, now, props } = useEditor();
  const mayWrite = useMayWrite();
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

  const { titleField, fieldNames } = props;
  const title = useField(titleField);
  const summary = useField('summary');
  const begin = () => {
    if (saver.value('scheme') == null)
      saver.change('scheme', {
        name: title.value || words.sample.schemeName,
        level: 'central',
        officialUrl: 'https://',
      });
    setNote(words.schemeHint);
  };
  return (
    <>
      {titleField === 'title' && (
        <TextField {...title} lang={lang} maxLength={200} onChange={(text) => saver.change(titleField, text)} />
      )}
      {fieldNames.includes('summary') && (
        // A summary is one line in the files; a phone's keyboard has an enter key all the same.
        <TextField {...summary} hint={undefined} lang={lang} rows={3} isLine maxLength={600} />
      )}
      <div className="field">
        <label htmlFor="studio-body">{words.fields.body}</label>
        {mayWrite && <Toolbar area={area} onScheme={fieldNames.includes('scheme') ? begin : null} />}
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
