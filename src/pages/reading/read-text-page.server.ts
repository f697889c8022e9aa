import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastCheckOfPiece } from '../../features/publishing/piece-checks.queries.server.ts';
import { getTextPage } from '../../features/textpages/textpages.queries.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { siteName } from '../../messages/site-name.ts';

/** A text page with the site's own names in it. @throws AppError page_not_found */
export async function readTextPage({ connection: { db }, config, clock }: PageServices, key: string) {
  const { grievanceOfficer, supportEmail } = config.organization;
  const values = { organization: siteName(), grievanceOfficer, supportEmail, origin: config.publicOrigin };
  const { key: ownKey, ...page } = await getTextPage(db, key, currentLanguage(), values);
  const checkedOn = await lastCheckOfPiece(db, 'pages', { key: ownKey });
  return { ...page, checkedLongAgo: overdueSince('page', [checkedOn], dayInIndia(clock())) };
}
