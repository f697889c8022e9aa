import { t } from '../messages/messages.ts';
import { formatNumber } from './format.ts';
import { Icon } from './icon.tsx';

type Props = {
  page: number;
  pageSize: number;
  total: number;
  hasMore: boolean;
  /** URL of a page; page 1 must be the canonical one, without a parameter. */
  hrefOf: (page: number) => string;
};

/** First, last, current and adjacent page numbers; null for a gap. */
function pagesToShow(page: number, last: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((each) => each >= 1 && each <= last)
    .sort((one, other) => one - other);
  return shown.flatMap((each, at) => {
    const before = shown[at - 1];
    return before !== undefined && each - before > 1 ? [null, each] : [each];
  });
}

export function Pager({ page, pageSize, total, hasMore, hrefOf }: Props) {
  const last = Math.max(Math.ceil(total / pageSize), page + (hasMore ? 1 : 0));
  if (last <= 1) return null;
  return (
    <nav className="pager" aria-label={t.nav.pages}>
      {page > 1 && (
        <a className="chip" rel="prev" href={hrefOf(page - 1)} aria-label={t.nav.previous}>
          <Icon name="left" />
        </a>
      )}
      {pagesToShow(page, last).map((each, at) =>
        each === null ? (
          <span key={`gap ${at}`} aria-hidden="true">
            …
          </span>
        ) : (
          <a
            key={each}
            className="chip"
            href={hrefOf(each)}
            aria-label={t.nav.pageNumber(each)}
            aria-current={each === page ? 'page' : undefined}
          >
            {formatNumber(each)}
          </a>
        ),
      )}
      {hasMore && (
        <a className="chip" rel="next" href={hrefOf(page + 1)}>
          {t.nav.next} <Icon name="right" />
        </a>
      )}
    </nav>
  );
}

/** Canonical, previous and next links of a listing page, for PageHead. */
export const placeInList = (list: { page: number; hasMore: boolean } | null, hrefOf: (page: number) => string) => ({
  path: hrefOf(list?.page ?? 1),
  previous: list && list.page > 1 ? hrefOf(list.page - 1) : null,
  next: list?.hasMore ? hrefOf(list.page + 1) : null,
});

/** `path?kind=articles&page=2`; omits empty values and page 1, to keep URLs canonical. */
export function addressWith(path: string, query: Record<string, string | number | null | undefined>): string {
  const entries = Object.entries(query).filter(
    ([name, value]) => value !== null && value !== undefined && value !== '' && !(name === 'page' && value === 1),
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}
