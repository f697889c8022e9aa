import { listCategories } from '../../features/categories/categories.queries.server.ts';
import { findHints } from '../../features/search/hints.queries.server.ts';
import { urgentHelplines } from '../../features/helplines/danger.server.ts';
import { listTags } from '../../features/tags/tags.queries.server.ts';
import { pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { askByForm, type AskSent } from './ask-by-form.server.ts';
import { type AskModel, AskView } from './ask-view.tsx';
import { servedPage } from '../served-page.tsx';

const empty: AskSent = {
  typed: {
    title: '',
    body: '',
    categoryIds: [],
    tagIds: [],
    isAnonymous: false,
    state: undefined,
    district: undefined,
    tookHint: false,
  },
  errors: {},
  problem: null,
  numbers: [],
  isMasked: false,
  isChecked: false,
  previewHtml: null,
  signIn: null,
};

/** Prefills the title from a search without hits (`?title=`). */
const startedWith = (url: URL): AskSent => {
  const title = (url.searchParams.get('title') ?? '').replace(/\p{C}/gu, ' ').trim().slice(0, 200).toWellFormed();
  return { ...empty, typed: { ...empty.typed, title } };
};

export const loader = personalLoader<AskSent>(async ({ services, url, sent }) => {
  const { db } = services.connection;
  const { typed, isChecked, ...rest } = sent ?? startedWith(url);
  const hints = isChecked && typed.title !== '' ? await findHints(db, typed.title) : null;
  const [categories, tags] = [await listCategories(db), await listTags(db)];
  const model: AskModel = {
    ...rest,
    isSent: sent !== null,
    typed,
    hints,
    helplines: isChecked ? urgentHelplines(`${typed.title} ${typed.body}`) : [],
    categories: categories.map(({ id, displayName }) => ({ id, displayName })),
    tags: tags.map(({ id, displayName }) => ({ id, displayName })),
  };
  return { model };
});

export const action = pageAction<AskSent>((args) => askByForm(args));

export default servedPage(AskView, undefined, { name: 'ask', when: 'now' });
