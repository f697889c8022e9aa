import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMayWrite } from '../fields.tsx';
import { studioArrange as words } from '../../../messages/studio-arrange.ts';

const signs = { up: '↑', down: '↓', away: '×' };

/** The list with one item at another place; the same list where there is no such place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

type Props<Item> = {
  id: string;
  items: readonly Item[];
  keyOf(item: Item, at: number): string;
  /** What buttons and announcements call the item. */
  nameOf(item: Item, at: number): string;
  children(item: Item, at: number): ReactNode;
  onChange(items: Item[]): void;
};

type MoverProps = { id: string; does: keyof typeof signs; label: string; isOff?: boolean; onPress(): void };

const Mover = ({ id, does, label, isOff = false, onPress }: MoverProps) => (
  <button
    type="button"
    className="tool"
    id={`${id}-${does}`}
    aria-label={label}
    disabled={!useMayWrite() || isOff}
    onClick={onPress}
  >
    <span aria-hidden="true">{signs[does]}</span>
  </button>
);

/** An ordered list with buttons to move and take away each item: dragging needs two hands on a phone. */
export function MovableList<Item>({ id, items, keyOf, nameOf, children, onChange }: Props<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string | null>(null);
  const [said, setSaid] = useState('');

  // A browser drops the focus of an element that moves in the document.
  useEffect(() => {
    if (focused.current === null) return;
    const button = list.current?.querySelector<HTMLButtonElement>(`#${CSS.escape(focused.current)}`);
    focused.current = null;
    // At an end of the list the button that was pressed has nothing left to do.
    (button?.disabled ? button.parentElement?.querySelector<HTMLButtonElement>('button:enabled') : button)?.focus();
  });

  const move = (from: number, to: number, direction: string) => {
    focused.current = `${id}-${to}-${direction}`;
    onChange(moved(items, from, to));
    setSaid(words.movedTo(nameOf(items[from]!, from), to + 1, items.length));
  };
  const takeAway = (at: number) => {
    focused.current = items.length === 1 ? null : `${id}-${Math.min(at, items.length - 2)}-away`;
    onChange(items.filter((_, index) => index !== at));
    setSaid(words.takenAway(nameOf(items[at]!, at)));
  };
  return (
    <>
      <ol className="studio-ordered" ref={list}>
        {items.map((item, at) => {
          const name = nameOf(item, at);
          const own = `${id}-${at}`;
          return (
            <li key={keyOf(item, at)}>
              <div className="studio-ordered-item">{children(item, at)}</div>
              <div className="studio-movers">
                <Mover
                  id={own}
                  does="up"
                  label={words.moveUp(name)}
                  isOff={at === 0}
                  onPress={() => move(at, at - 1, 'up')}
                />
                <Mover
                  id={own}
                  does="down"
                  label={words.moveDown(name)}
                  isOff={at === items.length - 1}
                  onPress={() => move(at, at + 1, 'down')}
                />
                <Mover id={own} does="away" label={words.takeAway(name)} onPress={() => takeAway(at)} />
              </div>
            </li>
          );
        })}
      </ol>
      <p className="vh" role="status">
        {said}
      </p>
    </>
  );
}
