import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  emptyCart,
  followCart,
  readCart,
  removeSaved,
  restoreCart,
  saveScheme,
} from '../features/schemes/client/cart-store.ts';
import { type CombinedPaper, combinePapers } from '../features/schemes/combine-papers.ts';
import type { SavedScheme } from '../features/schemes/schemes.contract.ts';
import { seemsSignedIn } from '../features/sessions/client/hint-cookies.ts';
import { ownerIsKnown } from '../features/sessions/client/forget-person.ts';
import { cart as words } from '../messages/cart.ts';
import {
  accountCart,
  type Cart,
  guest,
  noteGuestVisit,
  ownKey,
  papersAtHand,
  selectedProfile,
} from '../platform/local-store.ts';
import { loginAddress } from '../platform/safe-redirect.ts';
import { apiHere } from '../platform/site-languages.ts';
import { langOf } from '../ui/format.ts';
import { keepTogether } from '../ui/keep-together.ts';
import { MarkedText } from '../ui/marked-text.tsx';
import { Icon, Seal } from '../ui/icon.tsx';
import { useIsInBrowser } from '../ui/use-is-in-browser.ts';

const none: Cart = {};
const mostAtOnce = 50;
const idOf = (schemeId: string | number) => (/^[1-9]\d{0,8}$/.test(String(schemeId)) ? Number(schemeId) : null);

async function fetchPart(ids: number[], signal: AbortSignal): Promise<SavedScheme[]> {
  const response = await fetch(apiHere(`/api/schemes?ids=${ids.join(',')}`), {
    headers: { accept: 'application/json' },
    signal,
  });
  if (!response.ok) throw new Error(`Answered ${response.status}`);
  return ((await response.json()) as { data: SavedScheme[] }).data;
}

async function fetchSchemes(ids: number[], signal: AbortSignal): Promise<SavedScheme[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, at) =>
    ids.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  );
  return (await Promise.all(parts.map((part) => fetchPart(part, signal)))).flat();
}

/** Saved schemes by id, without unpublished ones; null while loading. */
function useSchemes(ids: number[]): { known: Map<number, SavedScheme> | null; hasFailed: boolean; again: () => void } {
  const [state, setState] = useState<{ known: Map<number, SavedScheme>; asked: Set<number> } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const missing = ids.filter((id) => !state?.asked.has(id)).join(',');
  useEffect(() => {
    if (missing === '' || hasFailed) return;
    const stop = new AbortController();
    const wanted = missing.split(',').map(Number);
    fetchSchemes(wanted, stop.signal).then(
      (found) =>
        setState((before) => ({
          known: new Map([...(before?.known ?? []), ...found.map((scheme) => [scheme.id, scheme] as const)]),
          asked: new Set([...(before?.asked ?? []), ...wanted]),
        })),
      () => {
        if (!stop.signal.aborted) setFailed(true);
      },
    );
    return () => stop.abort();
  }, [missing, hasFailed]);
  return {
    known: missing === '' ? (state?.known ?? new Map()) : (state?.known ?? null),
    hasFailed,
    again: () => setFailed(false),
  };
}

/** Profile names for the cart's sections; fetched only for a signed-in user with other people's sections. */
function useNames(keys: string[]): Record<string, string> {
  const [names, setNames] = useState<Record<string, string>>({});
  const others = keys.some((key) => key !== guest && key !== ownKey());
  useEffect(() => {
    if (!others) return;
    let isCurrent = true;
    void (async () => {
      if (!seemsSignedIn()) return;
      const { apiFetch } = await import('../features/sessions/client/api-fetch.ts');
      const { data } = await apiFetch<{ data: { id: number; firstName: string }[] }>('/profile/all');
      if (isCurrent) setNames(Object.fromEntries(data.map(({ id, firstName }) => [String(id), firstName])));
    })().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [others]);
  return names;
}

function headingOf(key: string, names: Record<string, string>): string {
  const selected = selectedProfile.read();
  if (key === guest) return selected ? words.beforeSignIn : words.forMe;
  const isSelected = selected !== null && String(selected.id) === key;
  if (isSelected && selected.relation === 'SELF') return words.forMe;
  const name = isSelected ? selected.firstName : Object.hasOwn(names, key) ? names[key] : undefined;
  return name ? words.forName(name) : words.forOther;
}

type Undo = { text: string; back: () => void };

// Timeout for an unreachable server: the device's copy is shown after this.
const mostWaitMs = 4_000;

/** False until the session is confirmed and the account's cart is loaded: no personal data is shown before that. */
function useIsKnown(): boolean {
  const [isKnown, setKnown] = useState(false);
  const isRead = useSyncExternalStore(
    accountCart.subscribe,
    () => !seemsSignedIn() || (accountCart.read()?.readAt ?? 0) > 0,
    () => false,
  );
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void ownerIsKnown().then(() => {
      if (!isCurrent) return;
      noteGuestVisit();
      setKnown(true);
    });
    const timer = setTimeout(() => setLate(true), mostWaitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, []);
  return isKnown && (isRead || isLate);
}

/** Saved schemes by person, with one combined list of documents. */
export function CartList() {
  const isHere = useIsInBrowser();
  const isKnown = useIsKnown();
  const cart = useSyncExternalStore(followCart, readCart, () => none);
  const [undo, setUndo] = useState<Undo | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (undo) undoButton.current?.focus();
  }, [undo]);

  const keys = Object.keys(cart).sort((a, b) => Number(b === ownKey()) - Number(a === ownKey()));
  const ids = [...new Set(keys.flatMap((key) => cart[key]!.items.flatMap(({ schemeId }) => idOf(schemeId) ?? [])))];
  const { known, hasFailed, again } = useSchemes(ids);
  const names = useNames(keys);
  const isSignedIn = isHere && seemsSignedIn();
  const listed = ids.flatMap((id) => known?.get(id) ?? []);
  // localStorage is unknown to the server: render the same placeholder until hydration.
  if (!isHere) return <div id="now" />;
  if (!isKnown)
    return (
      <p id="now" role="status">
        {words.loading}
      </p>
    );

  const remove = (key: string, at: number, schemeId: string | number, name: string) => {
    removeSaved(schemeId, key);
    setUndo({ text: words.removed(name), back: () => saveScheme(schemeId, key, at) });
  };
  const clear = () => {
    const before = cart;
    emptyCart();
    setUndo({ text: words.cleared, back: () => restoreCart(before) });
  };
  const back = () => {
    undo?.back();
    setUndo(null);
    document.getElementById('saved-list')?.focus();
  };

  const told = (
    <div role="status">
      {undo && (
        <div className="call note">
          <Icon name="trash" />
          <p>
            {undo.text}{' '}
            <button type="button" className="link" ref={undoButton} onClick={back}>
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
        {told}
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
      </div>
    );
  }
  return (
    <div id="now" className="stack">
      <p className="standfirst">
        {isSignedIn ? (
          words.keptWithAccount(ids.length)
        ) : (
          <>
            {words.keptHere(ids.length)} <a href={loginAddress('/cart')}>{words.signInToKeep}</a>
          </>
        )}
      </p>
      {told}
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
                <h2>{headingOf(key, names)}</h2>
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
                            name
                          )}
                        </b>
                        {scheme?.benefit && <small lang={langOf(scheme.benefit)}>{keepTogether(scheme.benefit)}</small>}
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
                          <span className="vh"> {name}</span>
                        </button>
                      </span>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
          <div className="acts">
            <a className="btn ghost" href="/find-schemes">
              {words.find}
            </a>
            <button type="button" className="tool" onClick={clear}>
              {words.clear}
            </button>
          </div>
        </div>
        {listed.length > 0 && <Papers schemes={listed} />}
      </div>
    </div>
  );
}

function Papers({ schemes }: { schemes: SavedScheme[] }) {
  const papers = combinePapers(schemes);
  const ticked = useSyncExternalStore(papersAtHand.subscribe, papersAtHand.read, papersAtHand.read);
  const have = papers.filter(({ name }) => ticked.includes(name)).length;
  const tick = (name: string, is: boolean) =>
    papersAtHand.write(
      is ? [...ticked.filter((one) => one !== name), name].slice(-500) : ticked.filter((one) => one !== name),
    );
  const message = words.message(
    schemes.map(({ name }) => name),
    papers.map(({ name }) => name),
    `${location.origin}/cart`,
  );
  return (
    <aside className="side" aria-label={words.papersFor(schemes.length)}>
      <section>
        <div className="head">
          <h2>{words.papersFor(schemes.length)}</h2>
        </div>
        <div className="papers paper-list">
          <p>{papers.length === 0 ? words.noPapers : words.papersOnce}</p>
          {papers.map((paper) => (
            <Paper
              key={paper.name}
              paper={paper}
              ofAll={schemes.length}
              isTicked={ticked.includes(paper.name)}
              onTick={tick}
            />
          ))}
        </div>
        {papers.length > 0 && (
          <p className="small soft" role="status">
            {words.have(have, papers.length)}
          </p>
        )}
        <div className="acts">
          <a className="tool" rel="noopener nofollow" href={`https://wa.me/?text=${encodeURIComponent(message)}`}>
            <Icon name="chat" />
            {words.whatsApp}
          </a>
          <button type="button" className="tool" data-act="print">
            <Icon name="print" />
            {words.print}
          </button>
        </div>
      </section>
    </aside>
  );
}

function Paper({
  paper: { name, notes, schemes },
  ofAll,
  isTicked,
  onTick,
}: {
  paper: CombinedPaper;
  ofAll: number;
  isTicked: boolean;
  onTick: (name: string, is: boolean) => void;
}) {
  return (
    <label>
      <input type="checkbox" checked={isTicked} onChange={(event) => onTick(name, event.target.checked)} />
      <span lang={langOf(name)}>{keepTogether(name)}</span>
      <small>{[schemes.length === ofAll && ofAll > 1 ? words.all : schemes.join(', '), ...notes].join('; ')}</small>
    </label>
  );
}
