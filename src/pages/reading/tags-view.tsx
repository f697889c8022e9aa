import { TagLinks } from '../../features/tags/tag-links.tsx';
import type { Tag } from '../../features/tags/tags.contract.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';

export type TagsModel = { data: Tag[]; page: number; pageSize: number; total: number; hasMore: boolean };

const hrefOf = (page: number) => addressWith('/tags', { page });

/** Every tag that leads somewhere, by name. */
export function TagsView(model: TagsModel) {
  const title = t.nav.pageOf(t.tag.index, model.page);
  return (
    <div className="wrap">
      <PageHead title={t.site.titleOf(title)} description={t.tag.indexNote} path={hrefOf(model.page)} />
      <Breadcrumbs crumbs={[{ name: t.tag.index }]} />
      <div className="intro">
        <h1>{title}</h1>
        <p className="soft">{t.tag.indexNote}</p>
      </div>
      <TagLinks tags={model.data} />
      <Pager {...model} hrefOf={hrefOf} />
    </div>
  );
}
