import { errands } from '../../messages/errands.ts';
import { t } from '../../messages/messages.ts';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Notice } from '../account/gate.tsx';
import styles from './errands.module.css';
import type { ReferModel } from './refer-model.ts';
import { Ask } from './refer-ask.tsx';
import { Result } from './refer-result.tsx';

export function ReferView(model: ReferModel) {
  const { step, title, description, path, questions, isActive } = model;
  const tab =
    step === 'ask'
      ? model.at > 0
        ? `${errands.refer.step(model.at + 1, questions.length)}: ${title}`
        : title
      : `${errands.refer.result}: ${title}`;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={t.site.titleOf(tab)}
        description={description || errands.refer.describe(title)}
        heading={title}
        path={path}
        lang={model.lang}
      />
      {!isActive && <Notice tone="warn" title={errands.refer.over} />}
      <CheckedLongAgo on={model.checkedLongAgo} />
      {step === 'ask' ? <Ask {...model} /> : <Result {...model} />}
    </div>
  );
}
