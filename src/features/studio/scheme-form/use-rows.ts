import { useRef, useState } from 'react';

/**
 * The acts on a list whose items have no names. They get keys, so that a control keeps its focus when an item above it
 * goes; `added` is the one that was added last, and `addButton` takes the focus of one that is taken away.
 */
export function useRows<Row>(rows: Row[], onChange: (rows: Row[]) => void) {
  const [known, setKnown] = useState<{ keys: number[]; next: number }>({ keys: [], next: 0 });
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const missing = Math.max(0, rows.length - known.keys.length);
  const keys = [...known.keys.slice(0, rows.length), ...Array.from({ length: missing }, (_, at) => known.next + at)];
  const keepKeys = (left: number[]) => {
    setKnown({ keys: left, next: known.next + missing });
    setAdded(null);
  };
  const without = <Item>(list: Item[], at: number) => list.filter((_, index) => index !== at);
  const swapped = <Item>(list: Item[], at: number, to: number) =>
    list.map((one, index) => (index === at ? list[to]! : index === to ? list[at]! : one));
  return {
    keys,
    added,
    addButton,
    set: (at: number, row: Row) => onChange(rows.map((one, index) => (index === at ? row : one))),
    add: (row: Row) => {
      setAdded(rows.length);
      onChange([...rows, row]);
    },
    remove: (at: number) => {
      keepKeys(without(keys, at));
      onChange(without(rows, at));
      addButton.current?.focus();
    },
    move: (at: number, to: number) => {
      keepKeys(swapped(keys, at, to));
      onChange(swapped(rows, at, to));
    },
  };
}
