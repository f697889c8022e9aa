import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  emptyCart,
  followCart,
  readCart,
  removeSaved,
  restoreCart,
  saveScheme,
} from '../../features/schemes/client/cart-store.ts';
import { followFamily, memberOf } from '../../features/profiles/client/family.ts';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';
import { cart as words } from '../../messages/cart.ts';
import { familyStore, guest, ownKey, selectedProfile } from '../../platform/browser/local-store.ts';
import { loginAddress } from '../../platform/http/safe-redirect.ts';
import { areTranslated } from '../../islands/translate-later.ts';
import { Changing } from '../../ui/changing.tsx';
import { intakeText } from '../../features/schemes/intake.ts';
import { langOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Icon, Seal } from '../../ui/icon.tsx';
import { Papers } from './cart-papers.tsx';
import { useIsKnown, useSchemes } from './use-cart.ts';

const idOf = (schemeId: string | number) => (/^[1-9]\d{0,8}$/.test(String(schemeId)) ? Number(schemeId) : null);

function headingOf(key: string): string {
  const selected = selectedProfile.read();
  if (key === guest) return selected ? words.beforeSignIn : words.forMe;
  const { relation, firstName } = memberOf(key) ?? (String(selected?.id) === key ? selected! : {});
  if (relation === 'SELF') return words.forMe;
  return firstName ? words.forName(firstName) : words.forOther;
}

const loadPages = () => import('./saved-pages-list.tsx');
// Without it the schemes are there all the same.
const SavedPages = lazy(() =>
  loadPages().then(
    (pages) => areTranslated().then(() => ({ default: pages.SavedPages })),
    () => ({ default: ({ children }: { children?: ReactNode }) => children }),
  ),
);

type Undo = { text: string; back: () => void | Promise<void> };

/** Saved schemes by person, with one combined list of documents. */
export function CartList() {
  const isKnown = useIsKnown();
  const cart = useSyncExternalStore(followCart, readCart);
  const chosen = useSyncExternalStore(followFamily, ownKey);
  useSyncExternalStore(followFamily, familyStore.read);
  const [undo, setUndo] = useState<Undo | null>(null);
  // A new one when pages were dropped or put back: their list reads them anew.
  const [turn, setTurn] = useState(0);
  const undoButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (undo) undoButton.current?.focus();
  }, [undo]);

  const keys = Object.keys(cart).sort((a, b) => Number(b === chosen) - Number(a === chosen));
  const idsOf = (of: string[]) => [
    ...new Set(of.flatMap((key) => cart[key]!.items.flatMap(({ schemeId }) => idOf(schemeId) ?? []))),
  ];
  const ids = idsOf(keys);
  const { known, hasFailed, again } = useSchemes(ids);
  const isSignedIn = seemsSignedIn();
  const listed = [
    ...new Map(
      idsOf(keys.includes(chosen) ? [chosen] : keys)
        .flatMap((id) => known?.get(id) ?? [])
        .map((scheme) => [scheme.canonicalUrl, scheme]),
    ).values(),
  ];
  // The page of a scheme goes and comes back with it (saved-pages-list.tsx).
  const addresses = [...new Set(ids.flatMap((id) => known?.get(id)?.canonicalUrl ?? []))];
  if (!isKnown)
    return (
      <p id="now" role="status">
        {words.loading}
      </p>
    );

  const remove = (key: string, at: number, schemeId: string | number, name: string) => {
    removeSaved(schemeId, key);
    setUndo({ text: words.removed(name), back: () => void saveScheme(schemeId, key, at) });
  };
  const clear = async () => {
    const before = cart;
    // Where the storage of pages is refused, there are none.
    const putBack = await loadPages()
      .then(({ dropAll }) => dropAll())
      .catch(() => null);
    emptyCart();
    setTurn(turn + 1);
    setUndo({
      text: words.cleared,
      async back() {
        // At once, and then the pages, which take a while: who leaves meanwhile has the list again.
        restoreCart(before);
        await putBack?.();
        setTurn(turn + 2);
      },
    });
  };
  const clearAll = (
    <button type="button" className="tool" onClick={() => void clear()}>
      {words.clear}
    </button>
  );
  const back = async () => {
    await undo?.back();
    setUndo(null);
    document.getElementById('saved-list')?.focus();
  };

  const notice = (
    <div role="status">
      {undo && (
        <div className="call note">
          <Icon name="trash" />
          <p>
            <Changing text={undo.text} />{' '}
            <button type="button" className="link" ref={undoButton} onClick={() => void back()}>
              {words.putBack}
            </button>
          </p>
        </div>
      )}
    </div>
  );
  if (keys.length === 0) {
    return (
      <div id="now" className="stack">
        {notice}
        <Suspense>
          <SavedPages key={turn} ids={ids} schemes={addresses} clear={clearAll}>
            <div className="box void" data-dye="mor">
              <Seal name="save" />
              <h2>{words.empty}</h2>
              <p className="soft">{words.emptyNote}</p>
              <a className="btn" href="/find-schemes">
                {words.find}
              </a>
              {!isSignedIn && (
                <a className="link" href={loginAddress('/cart')}>
                  {words.signIn}
                </a>
              )}
            </div>
          </SavedPages>
        </Suspense>
      </div>
    );
  }
  return (
    <div id="now" className="stack">
      <p className="standfirst">
        {isSignedIn ? (
          <Changing text={words.keptWithAccount(ids.length)} />
        ) : (
          <>
            <Changing text={words.keptHere(ids.length)} /> <a href={loginAddress('/cart')}>{words.signInToKeep}</a>
          </>
        )}
      </p>
      {notice}
      {hasFailed && (
        <div className="box void" role="alert">
          <Icon name="alert" />
          <h2>{words.failed}</h2>
          <p className="soft">{words.failedNote}</p>
          <button type="button" className="btn" onClick={again}>
            {words.again}
          </button>
        </div>
      )}
      {known === null && !hasFailed && <p role="status">{words.loading}</p>}
      <div className="page">
        <div className="pile" id="saved-list" tabIndex={-1}>
          {keys.map((key) => (
            <section key={key}>
              <div className="head">
                <h2>
                  <Changing text={headingOf(key)} />
                </h2>
              </div>
              <ul className="ledger saved-items">
                {cart[key]!.items.map(({ schemeId }, at) => {
                  const scheme = known?.get(idOf(schemeId) ?? 0);
                  const name = scheme?.name ?? (known === null ? '…' : words.gone);
                  return (
                    <li key={String(schemeId)}>
                      <p>
                        <b>
                          {scheme ? (
                            <a href={scheme.canonicalUrl} lang={langOf(name)}>
                              {keepTogether(name)}
                            </a>
                          ) : (
                            <Changing text={name} />
                          )}
                        </b>
                        {scheme?.benefit && <small lang={langOf(scheme.benefit)}>{keepTogether(scheme.benefit)}</small>}
                        {scheme?.intake && <small>{intakeText(scheme.intake)}</small>}
                        {scheme && scheme.alsoCheck.length > 0 && (
                          <small>
                            <MarkedText text={words.alsoCheckAll(scheme.alsoCheck)} />
                          </small>
                        )}
                      </p>
                      <span className="acts">
                        {scheme && (
                          <a
                            className="tool"
                            href={`${scheme.canonicalUrl}#scheme`}
                            aria-label={`${words.howToApply}: ${name}`}
                          >
                            {words.howToApply}
                          </a>
                        )}
                        <button type="button" className="tool" onClick={() => remove(key, at, schemeId, name)}>
                          {words.remove}
                          <span className="vh" key={name}>
                            {` ${name}`}
                          </span>
                        </button>
                      </span>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
          {(known ?? hasFailed) && (
            <Suspense>
              <SavedPages key={turn} ids={ids} schemes={known && addresses} />
            </Suspense>
          )}
          <div className="acts">
            <a className="btn ghost" href="/find-schemes">
              {words.find}
            </a>
            {clearAll}
          </div>
        </div>
        {listed.length > 0 && (
          <Papers schemes={listed} whom={keys.length > 1 && keys.includes(chosen) ? headingOf(chosen) : null} />
        )}
      </div>
    </div>
  );
}
