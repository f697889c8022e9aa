import type { PublicationStatus } from '../../database/tables/articles.ts';

type Publication = { status: 'draft' | 'published'; publishedAt: Date };
type Held = { isHeld: boolean; status: PublicationStatus; publishedAt: Date };

/**
 * Status and date that an import may write: values set on the site by an editor win over the file's.
 * @returns `publication` to write, and `conflict`, a sentence for the report where the file differs
 */
export function asEditorLeftIt(
  stored: Held | undefined,
  given: Publication,
): { publication: Publication; conflict: string | null } {
  if (!stored?.isHeld) return { publication: { status: given.status, publishedAt: given.publishedAt }, conflict: null };
  const { publishedAt } = stored;
  const status = stored.status === 'published' ? 'published' : 'draft';
  const differs =
    given.status !== status || (status === 'published' && given.publishedAt.getTime() !== publishedAt.getTime());
  return { publication: { status, publishedAt }, conflict: differs ? conflictOf(status, publishedAt) : null };
}

function conflictOf(status: 'draft' | 'published', publishedAt: Date): string {
  const act =
    status === 'draft'
      ? 'was unpublished on the site and stays hidden'
      : `was published on the site, as of ${publishedAt.toISOString()}, and stays so`;
  return `It ${act}; the file says otherwise. To let the file decide again: npm run publish -- PIECE --follow-file`;
}
