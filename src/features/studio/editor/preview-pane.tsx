import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../../messages/catalogue.ts';
import { languages } from '../../../messages/languages-here.ts';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { useEditor } from './editor-context.ts';
import { useSettled } from './live-pieces.tsx';

type Rendered = { html: string; problems: string[] };
type Policy = { createHTML(html: string): string };
const policies = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
// The server's own sanitised HTML, as on readers' pages.
const policy = policies.trustedTypes?.createPolicy('studio-preview', { createHTML: (html) => html });
const wide = '(min-width: 68rem)';

const watchWidth = (listener: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

const languageOf = (value: unknown): Language | undefined => languages.find((language) => language === value);

/** The text as readers will see it, made by the pipeline that publishes it. */
export function PreviewPane({ isShown }: { isShown: boolean }) {
  const { saver, now, calls } = useEditor();
  const paper = useRef<HTMLDivElement>(null);
  // Beside the text it is always shown, below it only when asked for.
  const isBeside = useSyncExternalStore(watchWidth, () => matchMedia(wide).matches);
  const body = String(saver.value('body') ?? '');
  const lang = languageOf(saver.value('lang'));

  const settled = useSettled(body, 700);
  const { data, isError, isFetching } = useQuery({
    queryKey: ['preview', settled, lang],
    queryFn: () =>
      calls.load<Rendered>('/preview-text', { method: 'POST', body: { body: settled, ...(lang ? { lang } : {}) } }),
    enabled: isShown || isBeside,
    // A long text would stay in memory for each change of it.
    gcTime: 0,
  });
  // The last text that was answered stays while the next is fetched, and after a failure.
  const [rendered, setRendered] = useState<Rendered>({ html: '', problems: [] });
  if (data && data !== rendered) setRendered(data);
  const state = isFetching || settled !== body ? 'updating' : isError ? 'old' : 'ready';

  useEffect(() => {
    if (paper.current) paper.current.innerHTML = policy ? policy.createHTML(rendered.html) : rendered.html;
  }, [rendered.html]);

  const title = String(saver.value('title') ?? '');
  const summary = String(saver.value('summary') ?? saver.value('description') ?? '');
  return (
    <div className="studio-preview" data-revision={now.base.revision}>
      <p className="hint" role="status">
        {state === 'updating' ? words.previewUpdating : state === 'old' ? words.previewOld : ''}
      </p>
      {rendered.problems.length > 0 && (
        <div className="call warn">
          <b>{words.previewNotes}</b>
          <ul>
            {rendered.problems.map((problem) => (
              <li key={problem} lang="en">
                {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
      <article className="paper" lang={lang ?? 'en'}>
        <h2 className="studio-paper-title">{title || words.noTitle}</h2>
        {summary && <p className="standfirst">{summary}</p>}
        {rendered.html === '' && state === 'ready' && <p className="soft">{words.previewEmpty}</p>}
        <div className="md" ref={paper} />
      </article>
    </div>
  );
}
