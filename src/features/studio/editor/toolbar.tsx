import { type RefObject, useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { blocks, type Edit, insertBlock, insertWords, toggleBold, toggleHeading, toggleLines } from './insert-block.ts';
import type { StudioCalls } from './studio-calls.ts';
import { applyEdit, whereIn } from './use-area.ts';
import { CallPanel, HelplinePanel, LinkPanel, PicturePanel, RelatedPanel } from './toolbar-panels.tsx';

type Tool = keyof typeof words.tools;
const tools = [
  'heading',
  'bold',
  'link',
  'list',
  'steps',
  'table',
  'call',
  'quote',
  'picture',
  'related',
  'helpline',
  'scheme',
  'undo',
] as const satisfies readonly Tool[];
const panels = new Set<Tool>(['link', 'call', 'picture', 'related', 'helpline']);
type Panel = 'link' | 'call' | 'picture' | 'related' | 'helpline';
type Where = ReturnType<typeof whereIn>;

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  calls: StudioCalls;
  helplines: { number: string; name: string }[];
  /** Null where the kind has no scheme's record. */
  onScheme: (() => void) | null;
};

/** Inserts the site's own blocks where the text cursor stands. */
export function Toolbar({ area, calls, helplines, onScheme }: Props) {
  const [panel, setPanel] = useState<Panel | null>(null);
  // The selection is gone as soon as a field of the panel has the focus.
  const [where, setWhere] = useState<Where>({ text: '', from: 0, to: 0 });
  const row = useRef<HTMLDivElement>(null);

  const apply = (edit: (where: Where) => Edit) => {
    if (area.current) applyEdit(area.current, edit(whereIn(area.current)));
    setPanel(null);
  };
  const openPanel = (name: Panel) => {
    if (area.current) setWhere(whereIn(area.current));
    setPanel(panel === name ? null : name);
  };
  const insertFromPanel = (text: string, isBlock: boolean) => {
    area.current?.setSelectionRange(where.from, where.to);
    apply((now) => (isBlock ? insertBlock(now, text) : insertWords(now, text)));
  };
  useEffect(() => {
    if (panel) row.current?.querySelector<HTMLElement>('.studio-panel :is(input, select)')?.focus();
  }, [panel]);

  const run = (tool: Tool) => {
    if (tool === 'heading') return apply(toggleHeading);
    if (tool === 'bold') return apply(toggleBold);
    if (tool === 'list') return apply((at) => toggleLines(at, '- ', words.sample.item));
    if (tool === 'quote') return apply((at) => toggleLines(at, '> ', words.sample.quote));
    if (tool === 'steps') return apply((at) => insertBlock(at, blocks.steps()));
    if (tool === 'table') return apply((at) => insertBlock(at, blocks.table()));
    if (tool === 'scheme') return onScheme?.();
    if (tool !== 'undo') return openPanel(tool);
    area.current?.focus();
    return void document.execCommand('undo');
  };
  const close = () => {
    setPanel(null);
    area.current?.focus();
  };
  return (
    <div className="studio-toolbar" ref={row}>
      <div role="group" aria-label={words.toolbar} className="studio-tools">
        {tools
          .filter((tool) => tool !== 'scheme' || onScheme !== null)
          .map((tool) => (
            <button
              key={tool}
              type="button"
              aria-expanded={panels.has(tool) ? panel === tool : undefined}
              // Otherwise the field loses the focus, and a phone closes its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => run(tool)}
            >
              {words.tools[tool]}
            </button>
          ))}
      </div>
      {panel && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what its buttons close too
        <div className="studio-panel box" onKeyDown={(event) => event.key === 'Escape' && close()}>
          {panel === 'link' && <LinkPanel chosen={where.text.slice(where.from, where.to)} onInsert={insertFromPanel} />}
          {panel === 'call' && <CallPanel onInsert={insertFromPanel} />}
          {panel === 'picture' && <PicturePanel calls={calls} onInsert={insertFromPanel} />}
          {panel === 'related' && <RelatedPanel calls={calls} onInsert={insertFromPanel} />}
          {panel === 'helpline' && <HelplinePanel helplines={helplines} onInsert={insertFromPanel} />}
          <button type="button" className="chip" onClick={close}>
            {words.close}
          </button>
        </div>
      )}
    </div>
  );
}
