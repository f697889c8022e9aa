import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { KeepPage } from '../../ui/keep-page.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { ownLanguage } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

/** Static pages such as about, privacy, terms and grievance; `html` is sanitised. */
export type TextPageModel = {
  path: string;
  lang: string;
  title: string;
  description: string;
  html: string;
  updatedAt: string;
  checkedLongAgo: string | null;
};

export function TextPageView({ path, lang, title, description, html, updatedAt, checkedLongAgo }: TextPageModel) {
  const own = ownLanguage(lang);
  return (
    <div className="wrap read slim">
      <PageHead title={t.site.titleOf(title)} description={description} heading={title} path={path} lang={lang} />
      <Breadcrumbs crumbs={[{ name: title }]} />
      <article className="paper">
        <h1 lang={own}>{title}</h1>
        <CheckedLongAgo on={checkedLongAgo} />
        <div className="share">
          <ListenButton />
          <KeepPage />
        </div>
        <div className="md" lang={own} dangerouslySetInnerHTML={{ __html: html }} />
        <p className="byline">
          <time dateTime={dayInIndia(updatedAt)}>{t.text.updated(updatedAt)}</time>
        </p>
      </article>
    </div>
  );
}
