import { t } from '../messages/messages.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { isoDay } from '../ui/format.ts';
import { PageHead } from '../ui/page-head.tsx';

/** About, privacy, terms, grievance and their like; `html` is sanitised. */
export type TextPageModel = { path: string; title: string; description: string; html: string; updatedAt: string };

export function TextPageView({ path, title, description, html, updatedAt }: TextPageModel) {
  return (
    <div className="wrap read plain">
      <PageHead title={t.site.titleOf(title)} description={description} heading={title} path={path} />
      <Breadcrumbs crumbs={[{ name: title }]} />
      <article className="paper">
        <h1>{title}</h1>
        <div className="md" dangerouslySetInnerHTML={{ __html: html }} />
        <p className="byline">
          <time dateTime={isoDay(updatedAt)}>{t.text.updated(updatedAt)}</time>
        </p>
      </article>
    </div>
  );
}
