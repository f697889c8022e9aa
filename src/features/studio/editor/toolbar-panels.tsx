import { type ReactNode, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { keyInLink } from '../../../platform/wire/piece-key.ts';
import { langOf } from '../../../ui/format.ts';
import { SendingBar, useSending } from '../media/sending.tsx';
import { blocks } from './insert-block.ts';
import { SearchStatus } from './search-status.tsx';
import type { StudioCalls } from './studio-calls.ts';
import { useLivePieces } from './use-live-pieces.ts';

type Insert = { onInsert(text: string, isBlock: boolean): void };

function Row({ id, label, hint, children }: { id: string; label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
    </div>
  );
}

const InsertButton = ({ onClick, disabled = false }: { onClick(): void; disabled?: boolean }) => (
  <button type="button" className="btn" onClick={onClick} disabled={disabled}>
    {words.insert}
  </button>
);

export function LinkPanel({ chosen, onInsert }: Insert & { chosen: string }) {
  const [text, setText] = useState(chosen);
  const [address, setAddress] = useState('');
  return (
    <>
      <Row id="link-words" label={words.linkWords}>
        <input className="in" id="link-words" value={text} onChange={({ target }) => setText(target.value)} />
      </Row>
      <Row id="link-address" label={words.linkAddress} hint={words.linkHint('tel:1930, article:pm-kisan')}>
        <input
          className="in"
          id="link-address"
          value={address}
          inputMode="url"
          autoCapitalize="none"
          aria-describedby="link-address-hint"
          onChange={({ target }) => setAddress(target.value)}
        />
      </Row>
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

export function CallPanel({ onInsert }: Insert) {
  const [kind, setKind] = useState<keyof typeof words.callKinds>('note');
  const [title, setTitle] = useState('');
  return (
    <>
      <Row id="call-kind" label={words.callKind}>
        <select
          className="in"
          id="call-kind"
          value={kind}
          onChange={({ target }) => setKind(target.value as typeof kind)}
        >
          {Object.entries(words.callKinds).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </Row>
      <Row id="call-title" label={words.callTitle}>
        <input className="in" id="call-title" value={title} onChange={({ target }) => setTitle(target.value)} />
      </Row>
      <InsertButton onClick={() => onInsert(blocks.call(kind, title), true)} />
    </>
  );
}

export function HelplinePanel({ helplines, onInsert }: Insert & { helplines: { number: string; name: string }[] }) {
  const [number, setNumber] = useState(helplines[0]?.number ?? '');
  return (
    <>
      <Row id="helpline" label={words.helplineChoose}>
        <select className="in" id="helpline" value={number} onChange={({ target }) => setNumber(target.value)}>
          {helplines.map((one) => (
            <option key={one.number} value={one.number}>
              {`${one.number} · ${one.name}`}
            </option>
          ))}
        </select>
      </Row>
      <InsertButton onClick={() => onInsert(blocks.link(number, `tel:${number.replaceAll(/[^\d+]/g, '')}`), false)} />
    </>
  );
}

/** Links name the piece by its key, so that a changed title or a translation breaks none. */
export function RelatedPanel({ calls, onInsert }: Insert & { calls: StudioCalls }) {
  const [text, setText] = useState('');
  const found = useLivePieces(calls, 'articles', text);
  return (
    <>
      <Row id="related" label={words.relatedSearch}>
        <input
          className="in"
          id="related"
          type="search"
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </Row>
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

export function PicturePanel({ calls, onInsert }: Insert & { calls: StudioCalls }) {
  const [file, setFile] = useState<File | null>(null);
  const [path, setPath] = useState('');
  const [alt, setAlt] = useState('');
  const [credit, setCredit] = useState('');
  const sending = useSending(calls);

  const insert = () => {
    if (alt.trim() === '' || (!file && path.trim() === '')) return sending.refuse(words.pictureNeeds);
    if (!file) return onInsert(blocks.picture(path.trim(), alt, credit), true);
    sending.send(file, { description: alt, credit }, (sent) => onInsert(blocks.picture(sent, alt, credit), true));
    return undefined;
  };
  return (
    <>
      <Row id="picture-file" label={words.pictureFile}>
        <input
          className="in"
          id="picture-file"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </Row>
      <Row id="picture-path" label={words.picturePath} hint={words.pictureHint('/media/articles/name.webp')}>
        <input
          className="in"
          id="picture-path"
          value={path}
          autoCapitalize="none"
          aria-describedby="picture-path-hint"
          onChange={({ target }) => setPath(target.value)}
        />
      </Row>
      <Row id="picture-alt" label={words.pictureAlt} hint={words.pictureAltHint}>
        <input
          className="in"
          id="picture-alt"
          value={alt}
          maxLength={500}
          required
          aria-describedby="picture-alt-hint"
          onChange={({ target }) => setAlt(target.value)}
        />
      </Row>
      <Row id="picture-credit" label={words.pictureCredit}>
        <input
          className="in"
          id="picture-credit"
          value={credit}
          maxLength={200}
          onChange={({ target }) => setCredit(target.value)}
        />
      </Row>
      <SendingBar sending={sending} />
      <InsertButton disabled={sending.isBusy} onClick={insert} />
    </>
  );
}
