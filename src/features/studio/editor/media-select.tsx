import { useQuery } from '@tanstack/react-query';
import { studioMedia as words } from '../../../messages/studio-media.ts';
import { formatDate } from '../../../ui/format.ts';
import { SelectField } from '../fields.tsx';
import { useEditor } from './editor-context.ts';

type Media = { path: string; description: string; at: string };
type Props = {
  id?: string;
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  kind: 'picture' | 'video' | 'captions';
  value: string;
  onChange(path: string): void;
};

/** Chooses among the newest files of the media desk; a path from elsewhere stays as it is. */
export function MediaSelect({ kind, value, ...field }: Props) {
  const { calls } = useEditor();
  const { data: media = [] } = useQuery({
    queryKey: ['media', kind],
    queryFn: () => calls.load<Media[]>(`/media?kind=${kind}&pageSize=50`),
    // A story asks for its pictures once, however many slides it has.
    staleTime: 60_000,
  });
  const isListed = value === '' || media.some(({ path }) => path === value);
  return (
    <>
      <SelectField
        {...field}
        value={value}
        options={media.map(({ path, description, at }) => [
          path,
          `${description || words.noDescription} · ${formatDate(at)}`,
        ])}
      >
        <option value="">{words.chooseNone}</option>
        {!isListed && <option value={value}>{value}</option>}
      </SelectField>
      {kind === 'picture' && value.startsWith('/media/') && (
        <img className="studio-thumb" src={value} alt="" loading="lazy" />
      )}
    </>
  );
}
