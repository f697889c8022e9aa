import { listUsedTags } from '../../features/tags/tags.queries.server.ts';
import { TagLinks } from '../../features/tags/tag-links.tsx';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { insistOn, insistOnItems, type ModelOf, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';

const pageSize = 300;

export const loader = pageLoader(async ({ services, url, page }) => {
  insistOn('/tags', url);
  const all = await listUsedTags(services.connection.db);
  const data = all.slice((page - 1) * pageSize, page * pageSize);
  const list = { data, page, pageSize, total: all.length, hasMore: all.length > page * pageSize };
  insistOnItems(list, page);
  return { model: list, tags: ['search', 'articles', 'videos'] };
});

type TagsModel = ModelOf<typeof loader>;

const hrefOf = (page: number) => addressWith('/tags', { page });

/** Every tag that leads somewhere, by name. */
function TagsView(model: TagsModel) {
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

export default servedPage(TagsView);
