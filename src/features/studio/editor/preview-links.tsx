import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { formatDate, langOf } from '../../../ui/format.ts';
import type { linkList } from '../studio.contract.ts';
import { useEditor } from './editor-context.ts';
import type { StudioCalls } from './studio-calls.ts';
import { Options } from '../../../ui/options.tsx';

type Links = z.output<typeof linkList>['data'];

const choices = [24, 72, 168];

/** Links that open the working copy to whoever has them, with what came back through them. */
export function PreviewLinks({ isShown }: { isShown: boolean }) {
  const {
    calls,
    props,
    now: { base },
  } = useEditor();
  const canMake = props.may.publish;
  const [hours, setHours] = useState(72);
  const [made, setMade] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [now] = useState(() => Date.now());
  const path = `/${props.kind}/${base.id}/preview-links`;

  // Fetched each time it is shown: comments may have come meanwhile.
  const { data: links = [], refetch } = useQuery({
    queryKey: [path],
    queryFn: () => calls.load<Links>(path),
    enabled: isShown,
  });

  const queries = useQueryClient();
  const act = useMutation({
    mutationKey: [path],
    mutationFn: ([address, request]: Parameters<StudioCalls['load']>) => calls.load<{ url?: string }>(address, request),
    onSuccess: ({ url }) => url && setMade(url),
    onSettled: () => refetch(),
  });
  // A second tap would make a second link, and only that one would be shown. The client knows of the first one
  // at once, `isPending` only after the next render.
  const make = () =>
    queries.isMutating({ mutationKey: [path] }) || act.mutate([path, { method: 'POST', body: { hours } }]);
  const said = act.error?.message ?? (isCopied ? words.copied : '');
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
          <button type="button" className="btn ghost" aria-disabled={act.isPending} onClick={make}>
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
              onClick={() => void navigator.clipboard.writeText(made).then(() => setCopied(true))}
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
                  <button
                    type="button"
                    className="chip"
                    onClick={() => act.mutate([`/preview-links/${link.id}`, { method: 'DELETE' }])}
                  >
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
