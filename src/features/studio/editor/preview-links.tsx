import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { formatDate, langOf } from '../../../ui/format.ts';
import type { StudioCalls } from './studio-calls.ts';
import { Options } from '../../../ui/options.tsx';

type Link = {
  id: string;
  expiresAt: string;
  endedAt: string | null;
  comments: { id: number; name: string; text: string; revision: number }[];
};

const choices = [24, 72, 168];

/** Links that open the working copy to whoever has them, with what came back through them. */
export function PreviewLinks({
  calls,
  kind,
  id,
  canMake,
  isShown,
}: {
  calls: StudioCalls;
  kind: string;
  id: number;
  canMake: boolean;
  isShown: boolean;
}) {
  const [hours, setHours] = useState(72);
  const [made, setMade] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  // A second tap would make a second link, and only that one would be shown.
  const [isMaking, setIsMaking] = useState(false);
  const [now] = useState(() => Date.now());
  const path = `/${kind}/${id}/preview-links`;

  // Fetched each time it is shown: comments may have come meanwhile.
  const { data: links = [], refetch } = useQuery({
    queryKey: [path],
    queryFn: () => calls.load<Link[]>(path),
    enabled: isShown,
  });

  const make = async () => {
    if (isMaking) return;
    setIsMaking(true);
    const answer = await calls.call<{ url: string }>(path, {
      method: 'POST',
      body: { hours },
    });
    if (answer.ok) setMade(answer.data.url);
    setSaid(answer.ok ? '' : answer.message);
    await refetch();
    setIsMaking(false);
  };
  const end = async (linkId: string) => {
    const answer = await calls.call(`/preview-links/${linkId}`, { method: 'DELETE' });
    setSaid(answer.ok ? '' : answer.message);
    await refetch();
  };
  return (
    <details className="studio-more-acts">
      <summary>{words.links}</summary>
      <p>{words.linksNote}</p>
      {canMake && (
        <div className="studio-row">
          <label htmlFor="link-hours">{words.hours}</label>
          <select
            className="in studio-narrow"
            id="link-hours"
            value={hours}
            onChange={({ target }) => setHours(Number(target.value))}
          >
            <Options of={choices.map((one) => [one, words.hoursOf(one)])} />
          </select>
          <button type="button" className="btn ghost" aria-disabled={isMaking} onClick={() => void make()}>
            {words.makeLink}
          </button>
        </div>
      )}
      <div role="status">
        {made && (
          <div className="studio-done">
            <b>{words.linkOnce}</b>
            <p>
              <code className="studio-address">{made}</code>
            </p>
            <button
              type="button"
              className="btn ghost"
              onClick={() => void navigator.clipboard.writeText(made).then(() => setSaid(words.copied))}
            >
              {words.copy}
            </button>
          </div>
        )}
        {said}
      </div>
      <ul className="studio-list">
        {links.map((link) => {
          const isOver = link.endedAt !== null || Date.parse(link.expiresAt) < now;
          return (
            <li key={link.id}>
              <span className="studio-meta">
                <span>{isOver ? words.linkEnded : words.worksUntil(formatDate(link.expiresAt))}</span>
                {!isOver && canMake && (
                  <button type="button" className="chip" onClick={() => void end(link.id)}>
                    {words.endLink}
                  </button>
                )}
              </span>
              {link.comments.map((comment) => (
                <blockquote key={comment.id} lang={langOf(comment.text)}>
                  <b>{words.commentBy(comment.name, comment.revision)}</b>
                  <p>{comment.text}</p>
                </blockquote>
              ))}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
