import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { IslandProps } from '../../../islands/react-island.tsx';
import { studioMedia as words } from '../../../messages/studio-media.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { studioCalls } from '../editor/studio-calls.ts';
import type { OpenUpload } from './send-file.ts';
import { SendingBar, useSending } from './sending.tsx';

/** Sends a file to the media desk, and shows what is half sent. */
export function SendDesk({ person, takePlace }: { person: string } & IslandProps) {
  const [calls] = useState(() => studioCalls(person));
  const { data: open = [], refetch } = useQuery({
    queryKey: ['uploads'],
    queryFn: () => calls.load<OpenUpload[]>('/media/uploads'),
  });
  const [file, setFile] = useState<File | null>(null);
  const sending = useSending(calls);
  useEffect(takePlace, [takePlace]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!file) return sending.refuse(words.chooseFirst);
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '');
    sending.send(file, { description: text('description'), credit: text('credit') }, () => {
      location.assign(addressHere('/studio/media?done=sent'));
    });
    return undefined;
  };
  const end = async (id: string) => {
    await calls.call(`/media/uploads/${id}`, { method: 'DELETE', isTus: true });
    await refetch();
  };
  return (
    <>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="send-file">{words.sendFile}</label>
          <span className="hint" id="send-file-hint">
            {words.sendHint}
          </span>
          <input
            className="in"
            id="send-file"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif,video/mp4,video/webm,video/quicktime,.vtt"
            aria-describedby="send-file-hint"
            disabled={sending.isBusy}
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        </div>
        <div className="field">
          <label htmlFor="send-description">{words.description}</label>
          <input className="in" id="send-description" name="description" maxLength={1_000} />
        </div>
        <div className="field">
          <label htmlFor="send-credit">{words.credit}</label>
          <input className="in" id="send-credit" name="credit" maxLength={200} />
        </div>
        <SendingBar sending={sending} />
        {!sending.isBusy && <button className="btn">{words.sendGo}</button>}
      </form>
      {open.length > 0 && !sending.isBusy && (
        <>
          <h3>{words.halfSent}</h3>
          <p className="soft">{words.halfSentNote}</p>
          <ul className="studio-list">
            {open.map(({ id, filename, length, offset }) => (
              <li key={id}>
                <span>{words.halfSentLine(filename, Math.floor((offset / length) * 100))}</span>{' '}
                <button type="button" className="chip" onClick={() => void end(id)}>
                  {words.stop}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
