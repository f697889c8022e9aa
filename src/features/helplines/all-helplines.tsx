import { t } from '../../messages/messages.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { helplineList } from './helpline-list.ts';
import { HelplineLines } from './helpline-lines.tsx';
import { findHelpline } from './helplines.ts';

/** Calls work where the internet does not. Each has an address here (`helplineAddress`). */
export function AllHelplines() {
  return (
    <section>
      <SectionHead title={t.helplines.heading} />
      <HelplineLines lines={helplineList.map(({ number }) => findHelpline(number)!)} areAnchored />
    </section>
  );
}
