import { listCategories } from '../features/categories/categories.queries.server.ts';
import { renderCommunityText } from '../features/communities/render-community-text.server.ts';
import { searchQuestions } from '../features/search/search.queries.server.ts';
import { listTags } from '../features/tags/tags.queries.server.ts';
import { networkOf } from '../platform/limits.server.ts';
import { pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../ui/thread.css';
import { askByForm, type AskSent } from './community/ask-by-form.server.ts';
import { AskHelper } from './community/ask-helper.tsx';
import { type AskModel, AskView } from './community/ask-view.tsx';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'community' };

const empty: AskSent = {
  typed: { title: '', body: '', categoryIds: [], tagIds: [] },
  errors: {},
  problem: null,
  numbers: [],
  isMasked: false,
  isChecked: false,
  signIn: null,
};

export const loader = personalLoader<AskSent>(async ({ services, address, sent }) => {
  const {
    connection: { db },
    limits,
  } = services;
  const { typed, isChecked, ...rest } = sent ?? empty;
  const isSearched = isChecked && typed.title.trim() !== '';
  if (isSearched) await limits.searches(networkOf(address));
  const similar = isSearched
    ? (await searchQuestions(db, { questionText: typed.title.slice(0, 200), pageSize: 4 }, null)).data
    : null;
  const [categories, tags] = [await listCategories(db), await listTags(db)];
  const model: AskModel = {
    ...rest,
    typed,
    similar,
    previewHtml: isChecked ? previewOf(typed.body) : null,
    categories: categories.map(({ id, displayName }) => ({ id, displayName })),
    tags: tags.map(({ id, displayName }) => ({ id, displayName })),
  };
  return { model };
});

// What cannot be shown is told beside the field.
function previewOf(body: string): string | null {
  try {
    return renderCommunityText(body);
  } catch {
    return null;
  }
}

export const action = pageAction<AskSent>((args) => askByForm(args));

export default function AskPage() {
  return (
    <>
      <ServedPage view={import.meta.env.SSR && AskView} />
      <AskHelper />
    </>
  );
}
