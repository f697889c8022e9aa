import { type RefObject, useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import {
  applyEdit,
  blocks,
  type Edit,
  insertBlock,
  insertWords,
  toggleBold,
  toggleHeading,
  toggleLines,
  whereIn,
} from './insert-block.ts';
import { keyInLink } from '../../../platform/wire/piece-key.ts';
import { SelectField, StudioLabelled, TextField } from '../fields.tsx';
import { useEditor } from './editor-context.ts';
import { langOf } from '../../../ui/format.ts';
import { SendingBar, useSending } from '../media/sending.tsx';
import { SearchStatus, useLivePieces } from './live-pieces.tsx';

type Tool = keyof typeof words.tools;
type Panel = 'link' | 'call' | 'picture' | 'related' | 'helpline';
const panels = {
  link: LinkPanel,
  call: CallPanel,
  picture: PicturePanel,
  related: RelatedPanel,
  helpline: HelplinePanel,
};
type Where = ReturnType<typeof whereIn>;

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  /** Null where the kind has no scheme's record. */
  onScheme: (() => void) | null;
};

/** Inserts the site's own blocks where the text cursor stands. */
export function Toolbar({ area, onScheme }: Props) {
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
  const Shown = panel && panels[panel];
  const close = () => {
    setPanel(null);
    area.current?.focus();
  };
  return (
    <div className="studio-toolbar" ref={row}>
      <div role="group" aria-label={words.toolbar} className="studio-tools">
        {(Object.keys(words.tools) as Tool[])
          .filter((tool) => tool !== 'scheme' || onScheme !== null)
          .map((tool) => (
            <button
              key={tool}
              type="button"
              aria-expanded={tool in panels ? panel === tool : undefined}
              // Otherwise the field loses the focus, and a phone closes its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => run(tool)}
            >
              {words.tools[tool]}
            </button>
          ))}
      </div>
      {Shown && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what its buttons close too
        <div className="studio-panel box" onKeyDown={(event) => event.key === 'Escape' && close()}>
          <Shown chosen={where.text.slice(where.from, where.to)} onInsert={insertFromPanel} />
          <button type="button" className="chip" onClick={close}>
            {words.close}
          </button>
        </div>
      )}
    </div>
  );
}

/** `chosen`: what is selected in the text. */
type Insert = { chosen: string; onInsert(text: string, isBlock: boolean): void };

const InsertButton = ({ onClick, disabled = false }: { onClick(): void; disabled?: boolean }) => (
  <button type="button" className="btn" onClick={onClick} disabled={disabled}>
    {words.insert}
  </button>
);

function LinkPanel({ chosen, onInsert }: Insert) {
  const [text, setText] = useState(chosen);
  const [address, setAddress] = useState('');
  return (
    <>
      <TextField label={words.linkWords} value={text} onChange={setText} />
      <TextField
        label={words.linkAddress}
        hint={words.linkHint('tel:1930, article:pm-kisan')}
        value={address}
        inputMode="url"
        autoCapitalize="none"
        onChange={setAddress}
      />
      <InsertButton
        disabled={address.trim() === ''}
        onClick={() => onInsert(blocks.link(text || words.sample.link, withScheme(address)), false)}
      />
    </>
  );
}

/** 'pmkisan.gov.in' is meant as a web address. */
const withScheme = (address: string) =>
  /^[a-z]+:/i.test(address.trim()) || address.trim().startsWith('/') ? address : `https://${address.trim()}`;

function CallPanel({ onInsert }: Insert) {
  const [kind, setKind] = useState<keyof typeof words.callKinds>('note');
  const [title, setTitle] = useState('');
  return (
    <>
      <SelectField
        label={words.callKind}
        value={kind}
        options={Object.entries(words.callKinds)}
        onChange={(next) => setKind(next as typeof kind)}
      />
      <TextField label={words.callTitle} value={title} onChange={setTitle} />
      <InsertButton onClick={() => onInsert(blocks.call(kind, title), true)} />
    </>
  );
}

function HelplinePanel({ onInsert }: Insert) {
  const { helplines } = useEditor().props;
  const [number, setNumber] = useState(helplines[0]?.number ?? '');
  return (
    <>
      <SelectField
        label={words.helplineChoose}
        value={number}
        options={helplines.map((one) => [one.number, `${one.number} · ${one.name}`])}
        onChange={setNumber}
      />
      <InsertButton onClick={() => onInsert(blocks.link(number, `tel:${number.replaceAll(/[^\d+]/g, '')}`), false)} />
    </>
  );
}

/** Links name the piece by its key, so that a changed title or a translation breaks none. */
function RelatedPanel({ onInsert }: Insert) {
  const [text, setText] = useState('');
  const found = useLivePieces('articles', text);
  return (
    <>
      <TextField label={words.relatedSearch} type="search" value={text} autoComplete="off" onChange={setText} />
      <SearchStatus found={found} />
      {Array.isArray(found) && (
        <ul className="studio-list">
          {found.map(({ id, key, title }) => (
            <li key={id}>
              <button
                type="button"
                className="link"
                lang={langOf(title)}
                onClick={() => onInsert(blocks.link(title, `article:${keyInLink(key)}`), false)}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PicturePanel({ onInsert }: Insert) {
  const [file, setFile] = useState<File | null>(null);
  const [path, setPath] = useState('');
  const [alt, setAlt] = useState('');
  const [credit, setCredit] = useState('');
  const sending = useSending(useEditor().calls);

  const insert = () => {
    if (alt.trim() === '' || (!file && path.trim() === '')) return sending.refuse(words.pictureNeeds);
    if (!file) return onInsert(blocks.picture(path.trim(), alt, credit), true);
    sending.send(file, { description: alt, credit }, (sent) => onInsert(blocks.picture(sent, alt, credit), true));
    return undefined;
  };
  return (
    <>
      <StudioLabelled id="picture-file" label={words.pictureFile}>
        <input
          className="in"
          id="picture-file"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </StudioLabelled>
      <TextField
        label={words.picturePath}
        hint={words.pictureHint('/media/articles/name.webp')}
        value={path}
        autoCapitalize="none"
        onChange={setPath}
      />
      <TextField
        label={words.pictureAlt}
        hint={words.pictureAltHint}
        value={alt}
        maxLength={500}
        required
        onChange={setAlt}
      />
      <TextField label={words.pictureCredit} value={credit} maxLength={200} onChange={setCredit} />
      <SendingBar sending={sending} />
      <InsertButton disabled={sending.isBusy} onClick={insert} />
    </>
  );
}
