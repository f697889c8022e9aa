import { useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { keyInLink } from '../../../platform/wire/piece-key.ts';
import { Field, Labelled } from '../labelled.tsx';
import { langOf } from '../../../ui/format.ts';
import { SendingBar, useSending } from '../media/sending.tsx';
import { blocks } from './insert-block.ts';
import { SearchStatus } from './search-status.tsx';
import type { StudioCalls } from './studio-calls.ts';
import { useLivePieces } from './use-live-pieces.ts';
import { Options } from '../../../ui/options.tsx';

type Insert = { onInsert(text: string, isBlock: boolean): void };

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
      <Field id="link-words" label={words.linkWords} value={text} onChange={({ target }) => setText(target.value)} />
      <Field
        id="link-address"
        label={words.linkAddress}
        hint={words.linkHint('tel:1930, article:pm-kisan')}
        value={address}
        inputMode="url"
        autoCapitalize="none"
        onChange={({ target }) => setAddress(target.value)}
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

export function CallPanel({ onInsert }: Insert) {
  const [kind, setKind] = useState<keyof typeof words.callKinds>('note');
  const [title, setTitle] = useState('');
  return (
    <>
      <Labelled id="call-kind" label={words.callKind}>
        <select
          className="in"
          id="call-kind"
          value={kind}
          onChange={({ target }) => setKind(target.value as typeof kind)}
        >
          <Options of={Object.entries(words.callKinds)} />
        </select>
      </Labelled>
      <Field id="call-title" label={words.callTitle} value={title} onChange={({ target }) => setTitle(target.value)} />
      <InsertButton onClick={() => onInsert(blocks.call(kind, title), true)} />
    </>
  );
}

export function HelplinePanel({ helplines, onInsert }: Insert & { helplines: { number: string; name: string }[] }) {
  const [number, setNumber] = useState(helplines[0]?.number ?? '');
  return (
    <>
      <Labelled id="helpline" label={words.helplineChoose}>
        <select className="in" id="helpline" value={number} onChange={({ target }) => setNumber(target.value)}>
          <Options of={helplines.map((one) => [one.number, `${one.number} · ${one.name}`])} />
        </select>
      </Labelled>
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
      <Field
        id="related"
        label={words.relatedSearch}
        type="search"
        value={text}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
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
      <Field
        id="picture-file"
        label={words.pictureFile}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
      <Field
        id="picture-path"
        label={words.picturePath}
        hint={words.pictureHint('/media/articles/name.webp')}
        value={path}
        autoCapitalize="none"
        onChange={({ target }) => setPath(target.value)}
      />
      <Field
        id="picture-alt"
        label={words.pictureAlt}
        hint={words.pictureAltHint}
        value={alt}
        maxLength={500}
        required
        onChange={({ target }) => setAlt(target.value)}
      />
      <Field
        id="picture-credit"
        label={words.pictureCredit}
        value={credit}
        maxLength={200}
        onChange={({ target }) => setCredit(target.value)}
      />
      <SendingBar sending={sending} />
      <InsertButton disabled={sending.isBusy} onClick={insert} />
    </>
  );
}
