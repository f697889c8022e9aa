import { combinePapers } from '../../features/schemes/combine-papers.ts';
import type { SavedScheme } from '../../features/schemes/schemes.contract.ts';
import { cart as words } from '../../messages/cart.ts';
import { t } from '../../messages/messages.ts';
import { intakeText } from '../../features/schemes/intake.ts';
import { langOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Icon, Seal } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';

export type CartModel = {
  /** Ticked in the form without script. */
  chosen: SavedScheme[];
  all: { id: number; name: string }[];
  problem: string | null;
  address: string;
};

/** Icons that only the island renders: the server includes them in the page's sprite. */
const drawnLater = ['save', 'chat', 'print', 'trash', 'alert'];

export function CartView({ chosen, all, problem, address }: CartModel) {
  return (
    <>
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} path="/cart" isUnlisted />
      <div className="intro">
        <h1>{words.title}</h1>
      </div>
      <div hidden>
        {drawnLater.map((name) => (
          <Icon key={name} name={name} />
        ))}
        <Seal name="save" />
      </div>
      {chosen.length > 0 ? (
        <Chosen chosen={chosen} address={address} />
      ) : (
        <noscript>
          <Choose all={all} problem={problem} />
        </noscript>
      )}
    </>
  );
}

function Choose({ all, problem }: Pick<CartModel, 'all' | 'problem'>) {
  return (
    <section className="stack">
      <SectionHead title={words.withoutScript} />
      <p>{words.withoutScriptNote}</p>
      {problem && (
        <p className="call bad" role="alert">
          <Icon name="alert" />
          <b>{problem}</b>
        </p>
      )}
      <form method="post" className="stack">
        <div className="papers cart-form">
          {all.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" name="scheme" value={id} />
              <span lang={langOf(name)}>{keepTogether(name)}</span>
            </label>
          ))}
        </div>
        <div className="acts">
          <button className="btn">{words.makeList}</button>
        </div>
      </form>
    </section>
  );
}

function Chosen({ chosen, address }: Pick<CartModel, 'chosen' | 'address'>) {
  const papers = combinePapers(chosen);
  const message = words.message(
    chosen.map(({ name }) => name),
    papers.map(({ name }) => name),
    address,
  );
  return (
    <div className="page">
      <section className="stack">
        <SectionHead title={words.chosen} />
        <ul className="ledger">
          {chosen.map(({ id, name, canonicalUrl, benefit, alsoCheck, intake }) => (
            <li key={id}>
              <p>
                <b>
                  <a href={canonicalUrl} lang={langOf(name)}>
                    {keepTogether(name)}
                  </a>
                </b>
                {benefit && <small lang={langOf(benefit)}>{keepTogether(benefit)}</small>}
                {intake && <small>{intakeText(intake)}</small>}
                {alsoCheck.length > 0 && (
                  <small>
                    <MarkedText text={words.alsoCheckAll(alsoCheck)} />
                  </small>
                )}
              </p>
            </li>
          ))}
        </ul>
        <div className="acts">
          <a className="btn ghost" href="/cart">
            {words.chooseOther}
          </a>
        </div>
      </section>
      <aside className="side">
        <section>
          <SectionHead title={words.papersFor(chosen.length)} />
          <div className="papers paper-list">
            <p>{papers.length > 0 ? words.papersOnce : words.noPapers}</p>
            {papers.map(({ name, notes, schemes }) => (
              <label key={name}>
                <input type="checkbox" />
                <span lang={langOf(name)}>{keepTogether(name)}</span>
                <small>
                  {[
                    schemes.length === chosen.length && chosen.length > 1 ? words.all : schemes.join(', '),
                    ...notes,
                  ].join('; ')}
                </small>
              </label>
            ))}
          </div>
          <a className="tool" rel="noopener nofollow" href={`https://wa.me/?text=${encodeURIComponent(message)}`}>
            <Icon name="chat" />
            {words.whatsApp}
          </a>
        </section>
      </aside>
    </div>
  );
}
