import { account } from '../../messages/account.ts';
import { CodeForm } from './code-form.tsx';
import { Gate, Notice } from './gate.tsx';
import type { Method } from './identifier.ts';
import { IdentifierField } from './identifier-field.tsx';
import { WrittenBy } from './own-view.tsx';
import { useHere } from './use-here.ts';

/** A multi-step flow on its own page: linking a number, merging accounts, deleting. */
export type StepModel = {
  doing: 'link' | 'merge' | 'delete';
  isChange: boolean;
  notice: { tone: 'good' | 'warn' | 'bad'; text: string } | null;
} & (
  | { step: 'prove'; ways: { method: Method; shown: string }[] }
  | {
      step: 'prove-code' | 'link-code';
      sentTo: string;
      method: Method;
      againIn: number;
      problem: string | null;
      back: string;
    }
  | { step: 'number'; typed: string; problem: string | null }
  | { step: 'merge'; shown: string }
  | { step: 'delete' }
);

const titles = {
  link: (isChange: boolean) => (isChange ? account.changeTitle : account.linkTitle),
  merge: () => account.mergeTitle,
  delete: () => account.deleteAccount,
};

export function ProfileStepView(model: StepModel) {
  const title = titles[model.doing](model.isChange);
  return (
    <Gate
      title={title}
      description={account.accountDescribe}
      path="/profile"
      heading={model.step === 'delete' ? account.deleteSure : title}
    >
      {model.notice && <Notice tone={model.notice.tone} title={model.notice.text} />}
      <Step {...model} />
      <p className="small">
        <a className="change" href="/profile">
          {model.doing === 'delete' ? account.keepAccount : account.yourAccount}
        </a>
      </p>
    </Gate>
  );
}

function Step(model: StepModel) {
  const here = useHere();
  switch (model.step) {
    case 'prove':
      return (
        <>
          <p>{account.proveFirstLead}</p>
          <p className="soft">{model.doing === 'delete' ? account.deleteNote : account.proveFirstNote}</p>
          {model.ways.map(({ method, shown }, at) => (
            <form key={method} className="form" method="post" action={here}>
              <WrittenBy />
              <input type="hidden" name="intent" value="prove-send" />
              <input type="hidden" name="way" value={method} />
              <button className={at === 0 ? 'btn full' : 'btn ghost full'}>{account.sendTo(shown)}</button>
            </form>
          ))}
        </>
      );
    case 'prove-code':
      return (
        <CodeForm
          {...model}
          act={account.confirm}
          changeHref={model.back}
          error={model.problem}
          verify="prove"
          resend="prove-send"
        />
      );
    case 'link-code':
      return (
        <CodeForm
          {...model}
          act={model.isChange ? account.changeMobile : account.link}
          changeHref={model.back}
          error={model.problem}
          verify="link"
          resend="link-send"
        />
      );
    case 'number':
      return (
        <>
          <p className="soft">{account.linkNote}</p>
          <form className="form" method="post" action={here} noValidate>
            <WrittenBy />
            <input type="hidden" name="intent" value="link-send" />
            <IdentifierField method="phone" value={model.typed} error={model.problem} />
            <button className="btn full">{account.sendCode}</button>
          </form>
        </>
      );
    case 'merge':
      return (
        <>
          <p>
            <b className="nb">{model.shown}</b>
          </p>
          <p>{account.mergeNote}</p>
          <form className="form" method="post" action={here}>
            <WrittenBy />
            <input type="hidden" name="intent" value="merge" />
            <button className="btn full">{account.merge}</button>
          </form>
        </>
      );
    case 'delete':
      return (
        <>
          <p>{account.deleteNote}</p>
          <p>
            <b>{account.deleteSureNote}</b>
          </p>
          <form className="form" method="post" action={here} data-sign-out>
            <WrittenBy />
            <input type="hidden" name="intent" value="delete" />
            <label className="tick">
              <input type="checkbox" name="withPosts" value="yes" />
              <span>
                {account.deletePosts}
                <small>{account.deletePostsNote}</small>
              </span>
            </label>
            <button className="btn full danger">{account.deleteForGood}</button>
          </form>
        </>
      );
  }
}
