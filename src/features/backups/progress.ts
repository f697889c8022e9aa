import type { Output } from '../../platform/process/command.ts';

export type Progress = {
  start(items: number, bytes: number): void;
  step(items: number, bytes: number): void;
  end(): void;
};

/** Progress of one step: a line that rewrites itself on a terminal, else one line every four seconds. */
export function showProgress(output: Output, name: string, unit: string): Progress {
  let total = { items: 0, bytes: 0 };
  let done = { items: 0, bytes: 0 };
  let startedAt = 0;
  let shownAt = 0;

  const line = (now: number) => {
    const share = total.bytes > 0 ? done.bytes / total.bytes : done.items / Math.max(1, total.items);
    const seconds = (now - startedAt) / 1000;
    const left =
      share > 0.02 && share < 1 && seconds > 2 ? `, about ${Math.ceil((seconds / share) * (1 - share))} s left` : '';
    const bytes = total.bytes > 0 ? `, ${readableSize(done.bytes)} of ${readableSize(total.bytes)}` : '';
    return `${name}: ${Math.min(100, Math.floor(share * 100))}%, ${done.items} of ${total.items} ${unit}${bytes}${left}`;
  };
  const show = () => {
    const now = Date.now();
    if (now - shownAt < (output.isTty ? 120 : 4_000)) return;
    shownAt = now;
    if (output.isTty) output.progress(line(now));
    else output.out(line(now));
  };

  return {
    start(items, bytes) {
      total = { items, bytes };
      done = { items: 0, bytes: 0 };
      startedAt = shownAt = Date.now();
    },
    step(items, bytes) {
      done = { items: done.items + items, bytes: done.bytes + bytes };
      show();
    },
    end() {
      if (output.isTty) output.progress('');
      output.out(`${name}: ${done.items} ${unit}${total.bytes > 0 ? `, ${readableSize(done.bytes)}` : ''}`);
    },
  };
}

export function readableSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
