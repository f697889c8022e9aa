import { useEffect, useState } from 'react';
import { studioMedia as words } from '../../../messages/studio-media.ts';
import { formatDate } from '../../../ui/format.ts';
import type { Marks } from '../../../ui/field.tsx';
import type { StudioCalls } from './studio-calls.ts';

type Kind = 'picture' | 'video' | 'captions';
type Media = { path: string; description: string; at: string };
type Props = {
  id: string;
  kind: Kind;
  value: string;
  calls: StudioCalls;
  mayWrite: boolean;
  marks?: Marks;
  onChange(path: string | null): void;
};

// One list for each kind and page: a story asks for its pictures once, however many slides it has.
const lists = new Map<Kind, Promise<Media[]>>();
const listOf = (calls: StudioCalls, kind: Kind): Promise<Media[]> => {
  const known = lists.get(kind);
  if (known) return known;
  const list = calls.call<Media[]>(`/media?kind=${kind}&pageSize=50`).then((answer) => {
    if (answer.ok) return answer.data;
    lists.delete(kind);
    return [];
  });
  lists.set(kind, list);
  return list;
};

/** Chooses among the newest files of the media desk; a path from elsewhere stays as it is. */
export function MediaSelect({ id, kind, value, calls, mayWrite, marks, onChange }: Props) {
  const [media, setMedia] = useState<Media[]>([]);
  useEffect(() => {
    let isHere = true;
    void listOf(calls, kind).then((list) => isHere && setMedia(list));
    return () => {
      isHere = false;
    };
  }, [calls, kind]);
  const isListed = value === '' || media.some(({ path }) => path === value);
  return (
    <>
      <select
        className="in"
        id={id}
        value={value}
        disabled={!mayWrite}
        {...marks}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">{words.chooseNone}</option>
        {!isListed && <option value={value}>{value}</option>}
        {media.map(({ path, description, at }) => (
          <option key={path} value={path}>
            {`${description || words.noDescription} · ${formatDate(at)}`}
          </option>
        ))}
      </select>
      {kind === 'picture' && value.startsWith('/media/') && (
        <img className="studio-thumb" src={value} alt="" loading="lazy" />
      )}
    </>
  );
}
