import { langOf } from '../../ui/format.ts';
import type { Tag } from './tags.contract.ts';

export function TagLinks({ tags }: { tags: Pick<Tag, 'id' | 'displayName' | 'canonicalUrl'>[] }) {
  return (
    <div className="chips">
      {tags.map(({ id, displayName, canonicalUrl }) => (
        <a key={id} className="chip" lang={langOf(displayName)} href={canonicalUrl}>
          {displayName}
        </a>
      ))}
    </div>
  );
}
