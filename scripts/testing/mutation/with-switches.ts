import type { Mutant } from './make-mutants.ts';

/**
 * Mutant schemata: the file with all its mutants in it, each behind `globalThis.__isMutant(number)`, so that one
 * transform serves every mutant. The first mutant has the number `first`.
 */
export function withSwitches(code: string, mutants: Mutant[], first: number): string {
  const places = new Map<string, { within: Mutant['within']; mutants: [number, Mutant][] }>();
  mutants.forEach((mutant, index) => {
    const { within } = mutant;
    const key = `${within.start} ${within.end} ${within.kind}`;
    const place = places.get(key) ?? { within, mutants: [] };
    place.mutants.push([first + index, mutant]);
    places.set(key, place);
  });
  const outerFirst = [...places.values()].sort(
    (one, other) => one.within.start - other.within.start || other.within.end - one.within.end,
  );
  return render(0, code.length);

  function render(start: number, end: number): string {
    let text = '';
    let at = start;
    for (let place = outerFirst[0]; place && place.within.start < end; place = outerFirst[0]) {
      outerFirst.shift();
      text += code.slice(at, place.within.start) + renderPlace(place);
      at = place.within.end;
    }
    return text + code.slice(at, end);
  }

  function renderPlace({ within, mutants: here }: { within: Mutant['within']; mutants: [number, Mutant][] }): string {
    const inside = render(within.start, within.end);
    const isOn = (number: number) => `globalThis.__isMutant(${number})`;
    // A block or a statement has one mutant: itself, removed.
    if (within.kind !== 'expression') return `{if(!${isOn(here[0]![0])})${inside}}`;
    return here.reduceRight((otherwise, [number, { start, end, to }]) => {
      const changed = code.slice(within.start, start) + to + code.slice(end, within.end);
      return `(${isOn(number)}?(${changed}):${otherwise})`;
    }, `(${inside})`);
  }
}
