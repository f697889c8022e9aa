import { redirect } from 'react-router';
import { communityModes, firstPostsChoices } from '../../features/communities/community-state.contract.ts';
import { readCommunityState } from '../../features/communities/community-state.server.ts';
import { moderators } from '../../features/studio/studio.policy.ts';
import { setCommunity } from '../../features/studio/desks/set-community.server.ts';
import { account } from '../../messages/account.ts';
import { moderation } from '../../messages/moderation.ts';
import { community as c } from '../../messages/community.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { dayInIndia, inIndia, readMoment } from '../../platform/process/indian-time.ts';
import { Field, fieldsOf } from '../../ui/field.tsx';
import { formatDate, formatTime } from '../../ui/format.ts';
import { WrittenBy } from '../account/own-view.tsx';
import { Problem } from '../community/post-form.tsx';
import { moderationDesk, ModerationFrame } from './studio-moderation-parts.tsx';
import { deskPage, Done } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader } from './studio-staff.server.ts';

const path = `${moderationDesk}/posting`;
const day = 86_400_000;
const longestDays = 90;

type Typed = { mode: string; until: string; firstPosts: string };
type SentHere = Sent & { typed: Typed; problem: string | null; untilProblem?: string };

const typedIn = (form: URLSearchParams): Typed => ({
  mode: form.get('mode') ?? '',
  until: (form.get('until') ?? '').slice(0, 40),
  firstPosts: form.get('firstPosts') ?? '',
});

export const loader = deskLoader(moderators, async ({ services, url, sent }: DeskArgs<SentHere>) => {
  const now = services.clock();
  const state = await readCommunityState(services.connection.db, now);
  const tomorrowAtSeven = `${dayInIndia(new Date(now.getTime() + day))}T07:00`;
  const until = state.until === null ? '' : inIndia(state.until).toISOString().slice(0, 16);
  return {
    state,
    typed: sent?.typed ?? { ...state, until: state.mode === 'open' ? tomorrowAtSeven : until },
    problem: sent?.problem ?? null,
    untilProblem: sent?.untilProblem,
    isSaved: url.searchParams.has('saved') && !sent,
  };
});

type Model = ModelOf<typeof loader>;

export const action = deskAction<SentHere>(moderators, {
  typed: ['mode', 'until', 'firstPosts'],
  comeBack: (form) => ({ typed: typedIn(form), problem: account.again.back }),
  async act({ services, actor, form }) {
    const typed = typedIn(form);
    const mode = communityModes.find((one) => one === typed.mode);
    const firstPosts = firstPostsChoices.find((one) => one === typed.firstPosts);
    if (!mode || !firstPosts) return { status: 400, typed, problem: c.badRequest };
    const isTimed = mode !== 'open' && typed.until !== '';
    const until = isTimed ? readMoment(typed.until) : null;
    const ahead = until ? until.getTime() - services.clock().getTime() : 0;
    if (isTimed && (ahead <= 0 || ahead > longestDays * day))
      return { status: 400, typed, problem: null, untilProblem: moderation.posting.untilWrong };
    await setCommunity(services, actor, { mode, until: until?.toISOString() ?? null, firstPosts });
    return redirect(`${path}?saved`, 303);
  },
});

type ChoiceProps<Value extends string> = {
  name: keyof Typed;
  legend: string;
  hint: string;
  of: readonly Value[];
  words: Readonly<Record<Value, string>>;
  chosen: string;
};

function OneOf<Value extends string>({ name, legend, hint, of, words, chosen }: ChoiceProps<Value>) {
  return (
    <fieldset className="field" aria-describedby={`${name}-hint`}>
      <legend>{legend}</legend>
      <span className="hint" id={`${name}-hint`}>
        {hint}
      </span>
      {of.map((value) => (
        <label key={value} className="tick">
          <input type="radio" name={name} value={value} defaultChecked={chosen === value} required />
          <span>{words[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What happens to new posts, for a night or for long. */
function StudioModerationPostingView({ nav, state, typed, problem, untilProblem, isSaved }: Model) {
  const words = moderation.posting;
  return (
    <ModerationFrame nav={nav} here={path}>
      <h1>{words.title}</h1>
      {isSaved && <Done>{words.saved}</Done>}
      {problem && <Problem>{problem}</Problem>}
      <p>
        {words.now} <b>{words.modes[state.mode]}</b>
        {state.until && `, ${words.untilThen(`${formatDate(state.until)}, ${formatTime(state.until)}`)}`}
      </p>
      <form className="form" method="post" noValidate>
        <WrittenBy />
        <OneOf
          name="mode"
          legend={words.mode}
          hint={words.modeHint}
          of={communityModes}
          words={words.modes}
          chosen={typed.mode}
        />
        <Field
          type="datetime-local"
          label={words.until}
          hint={words.untilHint}
          {...fieldsOf(['until'], typed, { until: untilProblem })('until')}
        />
        <OneOf
          name="firstPosts"
          legend={words.firstPosts}
          hint={words.firstPostsHint}
          of={firstPostsChoices}
          words={words.firstPostsChoices}
          chosen={typed.firstPosts}
        />
        <button className="btn">{words.save}</button>
      </form>
    </ModerationFrame>
  );
}

export default deskPage(StudioModerationPostingView);
