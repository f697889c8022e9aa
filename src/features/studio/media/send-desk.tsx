import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { IslandProps } from '../../../islands/react-island.tsx';
import { studioMedia as words } from '../../../messages/studio-media.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { StudioLabelled, TextField } from '../fields.tsx';
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

  const [description, setDescription] = useState('');
  const [credit, setCredit] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return sending.refuse(words.chooseFirst);
    sending.send(file, { description, credit }, () => location.assign(addressHere('/studio/media?done=sent')));
    return undefined;
  };
  const end = useMutation({
    mutationFn: (id: string) => calls.call(`/media/uploads/${id}`, { method: 'DELETE', isTus: true }),
    onSettled: () => refetch(),
  });
  return (
    <>
      <form className="form" onSubmit={submit}>
        <StudioLabelled id="send-file" label={words.sendFile} hint={words.sendHint}>
          <input
            className="in"
            id="send-file"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif,video/mp4,video/webm,video/quicktime,.vtt"
            aria-describedby="send-file-hint"
            disabled={sending.isBusy}
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        </StudioLabelled>
        <TextField label={words.description} value={description} maxLength={1_000} onChange={setDescription} />
        <TextField label={words.credit} value={credit} maxLength={200} onChange={setCredit} />
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
                <button type="button" className="chip" onClick={() => end.mutate(id)}>
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
