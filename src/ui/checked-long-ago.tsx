import { t } from '../messages/messages.ts';
import { Stamp } from './states.tsx';

/** Tells readers that a check is overdue. @param on the day of the last one; null: none is overdue */
export function CheckedLongAgo({ on }: { on: string | null }) {
  return on === null ? null : (
    <Stamp tone="warn" icon="clock">
      {t.article.checkedLongAgo(on)}
    </Stamp>
  );
}
