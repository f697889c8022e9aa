import { countForm } from '../../features/support/count-form.server.ts';
import { openGrievance } from '../../features/support/open-ticket.server.ts';
import { grievanceInput, type GrievanceOpened } from '../../features/support/support.contract.ts';
import { errands } from '../../messages/errands.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import {
  insistOnPiece,
  pageAction,
  pageLoader,
  type Sent,
  versionsOf,
} from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import { inWords } from '../account/wait-words.ts';
import styles from './errands.module.css';
import { type Complaint, type GrievanceErrors, type GrievanceModel, GrievanceView } from './grievance-view.tsx';
import { readTextPage } from '../reading/read-text-page.server.ts';
import { servedPage } from '../served-page.tsx';

type SentHere = Sent & { typed: Complaint; errors: GrievanceErrors; opened: GrievanceOpened | null; isSent: boolean };

const empty: Complaint = { name: '', email: '', phoneNo: '', category: '', entityAddress: '', text: '' };

export const loader = pageLoader(async ({ services, url, sent }) => {
  const page = await readTextPage(services, 'grievance');
  const versions = sent ? versionsOf(page) : insistOnPiece(page, url);
  const { typed = empty, errors = {}, opened = null, isSent = false } = (sent ?? {}) as Partial<SentHere>;
  const model: GrievanceModel = { ...page, path: page.canonicalUrl, typed, errors, opened, isSent };
  return { model, versions, tags: ['pages', 'page:grievance'] };
});

const fields = ['name', 'email', 'phoneNo', 'category', 'entityAddress', 'text'] as const;
const wordsOfFields = (): Record<(typeof fields)[number], string> => ({
  name: errands.contact.nameNeeded,
  email: errands.contact.emailNeeded,
  phoneNo: errands.contact.badPhone,
  category: errands.grievance.categoryNeeded,
  entityAddress: errands.grievance.addressLong,
  text: errands.grievance.textNeeded,
});

export const action = pageAction<SentHere>(async ({ services, form, viewer, address }) => {
  const typed = Object.fromEntries(
    fields.map((name) => [name, (form.get(name) ?? '').replace(/\r\n?/g, '\n')]),
  ) as Complaint;
  const shown = (
    status: number,
    errors: GrievanceErrors,
    opened: GrievanceOpened | null = null,
    isSent = false,
  ): SentHere => ({ status, typed, errors, opened, isSent });
  const parsed = grievanceInput.safeParse(typed);
  const canReach = typed.email.trim() !== '' || typed.phoneNo.trim() !== '';
  if (!parsed.success) {
    const errors: GrievanceErrors = Object.fromEntries(
      parsed.error.issues.map(({ path }) => [path[0], wordsOfFields()[path[0] as (typeof fields)[number]]]),
    );
    return shown(400, { ...errors, ...(canReach ? {} : { email: errands.grievance.reach }) });
  }
  try {
    await countForm(services, 'grievance', address);
    if (form.get('website')) return shown(200, {}, null, true);
    return shown(
      200,
      {},
      await openGrievance(services, parsed.data, { userId: viewer?.userId ?? null, address }),
      true,
    );
  } catch (error) {
    if (!isAppError(error) || error.status !== 429) throw error;
    return shown(429, { form: errands.contact.tooMany(inWords(error.retryAfterSeconds ?? 3_600)) });
  }
});

export default servedPage(GrievanceView, styles.errand);
