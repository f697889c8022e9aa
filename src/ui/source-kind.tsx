import { t } from '../messages/messages.ts';

/** As `official-sites.ts` judges its address, where the source is read. */
type Source = { official: boolean };

/** Whether a source is the official site or somebody else's word for it. */
export const sourceKind = ({ official }: Source): string => (official ? t.article.officialSite : t.article.otherSite);

export const hasNoOfficial = (sources: Source[]): boolean =>
  sources.length > 0 && !sources.some(({ official }) => official);

/** Says that nothing of what was read stood on an official page. */
export const NoOfficialSource = ({ of }: { of: Source[] }) =>
  hasNoOfficial(of) ? <p>{t.article.noOfficial}</p> : null;
