import { procedures } from '../../features/letters/procedures.ts';
import { letters } from '../../messages/letters.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { NoAdvice } from './letter-parts.tsx';
import { translated } from '../../messages/catalogue.ts';
import styles from './letters.module.css';

export function LettersView() {
  return (
    <div className={`wrap pile slim ${styles.page}`}>
      <PageHead
        title={t.site.titleOf(letters.title)}
        description={letters.describe}
        heading={letters.title}
        path="/letters"
      />
      <Breadcrumbs crumbs={[{ name: letters.title }]} />
      <h1>{letters.title}</h1>
      <p className="soft">{letters.lead}</p>
      <section aria-labelledby="choose">
        <h2 id="choose">{letters.choose}</h2>
        <ul className={styles.list}>
          {Object.values(procedures).map(({ id, title, about }) => (
            <li key={id}>
              <a href={`/letters/${id}`}>
                <Icon name="papers" />
                <span>
                  <b>{translated(title)}</b>
                  <small>{translated(about)}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <NoAdvice />
    </div>
  );
}
