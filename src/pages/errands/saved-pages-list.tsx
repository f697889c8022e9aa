import { type ReactNode, useEffect, useState } from 'react';
import { keepOffline } from '../../islands/keep-offline.ts';
import { parsePage } from '../../islands/parse-page.ts';
import { dropAll, dropPage, isSaved, listSaved, savePage } from '../../islands/saved-pages.ts';
import { cart as words } from '../../messages/cart.ts';
import { saving } from '../../messages/saving.ts';
import { showToast } from '../../ui/show-toast.ts';
import { savedPages } from '../../messages/saved-pages.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { addressesOf } from './saved-schemes.ts';

/** `isOfScheme`: it came with a saved scheme, and goes with it. */
type Listed = { address: string; title: string; lang: string; isOfScheme: boolean };

async function readPages(): Promise<Listed[]> {
  const saved = await listSaved();
  return saved.map(({ address, html }) => {
    const page = parsePage(html);
    const title = page.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content ?? page.title;
    const isOfScheme = page.querySelector('[data-act=save][data-scheme][data-done]') !== null;
    return { address, title, lang: page.querySelector('h1')?.lang || page.documentElement.lang, isOfScheme };
  });
}

export { dropAll };

async function dropPages(addresses: string[]): Promise<void> {
  for (const address of addresses) await dropPage(address);
}

/** As many as there is room for. */
async function keepPages(addresses: string[]): Promise<void> {
  for (const address of addresses) if (!(await isSaved(address)) && (await savePage(address)) !== 'kept') return;
}

/** Schemes are saved on cards and in accounts, too, and removed elsewhere. */
async function followSchemes(schemes: string[]): Promise<void> {
  const pages = await readPages();
  await dropPages(
    pages.flatMap(({ address, isOfScheme }) => (isOfScheme && !schemes.includes(address) ? [address] : [])),
  );
  await keepPages(schemes);
}

type Props = {
  /** Of the saved schemes. */
  ids: number[];
  /** Addresses of the pages that explain them: kept, and not listed once more; null where they could not be read. */
  schemes: string[] | null;
  /** The way to remove all, where there is none beside the schemes. */
  clear?: ReactNode;
  /** Shown where nothing else is saved. */
  children?: ReactNode;
};

/** The pages that are saved on this device; with their list and the schemes' pages they open without a connection. */
export function SavedPages({ ids, schemes, clear, children }: Props) {
  const [pages, setPages] = useState<Listed[] | null>(null);
  const look = () => readPages().then(setPages, () => setPages([]));
  const remove = async (address: string) => {
    await dropPage(address);
    await look();
    // The button is gone, and with it the place of who uses a keyboard.
    document.getElementById('pages-here')?.focus();
    showToast([saving.didRemove]);
  };
  const all = schemes?.join();
  useEffect(() => {
    void look();
    if (!schemes) return;
    void keepOffline('/cart', addressesOf(ids));
    void followSchemes(schemes).catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer of the server
  }, [all]);
  const shown = pages?.filter(({ isOfScheme }) => !schemes || !isOfScheme) ?? [];
  if (shown.length === 0) return pages && children;
  return (
    <section>
      <div className="head">
        <h2 id="pages-here" tabIndex={-1}>
          {savedPages.heading}
        </h2>
      </div>
      <p className="soft small">{savedPages.note}</p>
      <ul className="ledger saved-items">
        {shown.map(({ address, title, lang }) => (
          <li key={address}>
            <p>
              <b>
                <a href={address} lang={lang}>
                  {keepTogether(title)}
                </a>
              </b>
            </p>
            <span className="acts">
              <button type="button" className="tool" onClick={() => void remove(address)}>
                {words.remove}
                <span className="vh">{` ${title}`}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      {clear && <div className="acts">{clear}</div>}
    </section>
  );
}
