export type Goal = { name: string; figure: string | number; goal: string; isMet: boolean };

/** Prints each figure with its goal; exits with 1 where one is missed. */
export function report(title: string, goals: Goal[]): never {
  process.stdout.write(`\n${title}\n`);
  for (const { name, figure, goal, isMet } of goals)
    process.stdout.write(`  ${isMet ? 'met   ' : 'MISSED'}  ${name}: ${figure} (goal: ${goal})\n`);
  process.exit(goals.every(({ isMet }) => isMet) ? 0 : 1);
}

export function skip(title: string, why: string): never {
  process.stdout.write(`\nSKIPPED  ${title}: ${why}\n`);
  process.exit(0);
}

export const none = (name: string, count: number): Goal => ({ name, figure: count, goal: '0', isMet: count === 0 });
export const atMost = (name: string, value: number, limit: number, unit: string): Goal => ({
  name,
  figure: `${Math.round(value)} ${unit}`,
  goal: `at most ${limit} ${unit}`,
  isMet: value <= limit,
});
export const atLeast = (name: string, ratio: number, limit: number): Goal => ({
  name,
  figure: ratio.toFixed(2),
  goal: `at least ${limit}`,
  isMet: ratio >= limit,
});
export const exactly = (name: string, value: number, wanted: number): Goal => ({
  name,
  figure: value,
  goal: String(wanted),
  isMet: value === wanted,
});
