import { defaultLanguage } from '../../platform/settings/site-languages.ts';
import { languageOfText } from '../../ui/format.ts';
import type { Thing } from '../../ui/json-ld.tsx';
import { absoluteHere, type Site } from '../../ui/site-context.ts';
import type { Comment, Question } from './communities.contract.ts';
import { plainWordsOf } from './plain-words.ts';

const personOf = (post: Pick<Comment, 'createdBy'>): Thing | undefined =>
  post.createdBy
    ? {
        '@type': 'Person',
        name: post.createdBy.displayName,
        ...(post.createdBy.mark && { description: post.createdBy.mark.words }),
      }
    : undefined;

const answer = (site: Site, question: Question, comment: Comment): Thing => ({
  '@type': 'Answer',
  text: plainWordsOf(comment.bodyHtml ?? ''),
  url: absoluteHere(site, `${question.canonicalUrl}#comment-${comment.id}`),
  upvoteCount: comment.likeCount,
  datePublished: comment.createdAt,
  author: personOf(comment),
});

/** schema.org QAPage. Only answers that the page shows: search engines penalise markup for hidden content. */
export function qaPage(site: Site, question: Question, comments: Comment[]): Thing {
  const shown = comments.filter(({ isDeleted }) => !isDeleted);
  return {
    '@type': 'QAPage',
    // Its writer's, as far as the script tells: a question is not translated.
    inLanguage: `${languageOfText(question.title ?? '') ?? defaultLanguage()}-IN`,
    mainEntity: {
      '@type': 'Question',
      name: question.title,
      text: plainWordsOf(question.bodyHtml ?? '') || question.title,
      url: absoluteHere(site, question.canonicalUrl),
      answerCount: question.commentCount,
      upvoteCount: question.likeCount,
      datePublished: question.createdAt,
      dateModified: question.editedAt,
      author: personOf(question),
      acceptedAnswer: shown.filter(({ isAccepted }) => isAccepted).map((comment) => answer(site, question, comment))[0],
      suggestedAnswer: shown.filter(({ isAccepted }) => !isAccepted).map((comment) => answer(site, question, comment)),
    },
  };
}
