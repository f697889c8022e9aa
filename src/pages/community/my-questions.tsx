import { listQuestionsOfAuthor } from '../../features/communities/communities.queries.server.ts';
import { type ModelOf, insistOnItems, needsViewer, personalLoader } from '../../platform/page/page-loader.server.ts';
import { threadPageSize } from './list-parameters.ts';
import { community as c } from '../../messages/community.ts';
import { account } from '../../messages/account.ts';
import { t } from '../../messages/messages.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { QuestionHit } from './community-view.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

export const loader = personalLoader(async ({ services, url, viewer: asker }) => {
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const page = pageIn(url);
  const questions = await listQuestionsOfAuthor(db, viewer.userId, { page, pageSize: threadPageSize }, null);
  insistOnItems(questions, page);
  return { model: { questions } };
});

type Model = ModelOf<typeof loader>;

function MyQuestionsView({ questions }: Model) {
  return (
    <div className="wrap">
      <PageHead title={t.site.titleOf(c.mine)} description={c.mineDescribe} path="/profile/questions" isUnlisted />
      <div className="intro ask">
        <h1>{c.mine}</h1>
        <div className="acts">
          <a className="btn" href="/community/ask">
            {c.ask}
          </a>
          <a className="btn ghost" href="/profile">
            {account.yourAccount}
          </a>
        </div>
      </div>
      {questions.data.length > 0 ? (
        <div>
          <h2 className="vh">{c.filters.RECENT}</h2>
          {questions.data.map((question) => (
            <QuestionHit key={question.id} question={question} />
          ))}
        </div>
      ) : (
        <Empty icon="ask" title={c.mineEmpty} note={c.mineEmptyNote}>
          <div className="acts">
            <a className="btn" href="/community/ask">
              {c.ask}
            </a>
            <a className="btn ghost" href="/community">
              {c.allQuestions}
            </a>
          </div>
        </Empty>
      )}
      <Pager {...questions} hrefOf={(page) => addressWith('/profile/questions', { page })} />
    </div>
  );
}

export default servedPage(MyQuestionsView);
