import { useQuery } from '@tanstack/react-query';
import { studioMedia as words } from '../../../messages/studio-media.ts';
import { formatDate } from '../../../ui/format.ts';
import type { Marks } from '../../../ui/field.tsx';
import type { StudioCalls } from './studio-calls.ts';
import { Options } from '../../../ui/options.tsx';

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

/** Chooses among the newest files of the media desk; a path from elsewhere stays as it is. */
export function MediaSelect({ id, kind, value, calls, mayWrite, marks, onChange }: Props) {
  const { data: media = [] } = useQuery({
    queryKey: ['media', kind],
    queryFn: () => calls.load<Media[]>(`/media?kind=${kind}&pageSize=50`),
    // A story asks for its pictures once, however many slides it has.
    staleTime: 60_000,
  });
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
        <Options
          of={media.map(({ path, description, at }) => [
            path,
            `${description || words.noDescription} · ${formatDate(at)}`,
          ])}
        />
      </select>
      {kind === 'picture' && value.startsWith('/media/') && (
        <img className="studio-thumb" src={value} alt="" loading="lazy" />
      )}
    </>
  );
}
