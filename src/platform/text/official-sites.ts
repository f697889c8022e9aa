/**
 * Public bodies that set a rule or run a public service on domains of their own; all subdomains count too. What ends
 * in gov.in, nic.in or mil.in needs no entry: only governments get those. Not all of bank.in: private banks are there
 * too. Banks had to move to it by 31 October 2025 (RBI/2025-26/28 of 22 April 2025, read in Business Standard of that
 * day on 28 November 2026; the circular itself, and each bank's own name below bank.in: not checked yet).
 */
const publicBodies: Record<string, string> = {
  'Reserve Bank of India':
    'rbi.org.in rbidata.org.in rbiretaildirect.org.in dicgc.org.in nabard.org sidbi.in mudra.org.in nhb.org.in brbnmpl.co.in',
  'Public sector banks':
    'sbi.bank.in pnb.bank.in bankofbaroda.bank.in canarabank.bank.in unionbankofindia.bank.in bankofindia.bank.in indianbank.bank.in iob.bank.in centralbank.bank.in uco.bank.in bankofmaharashtra.bank.in punjabandsind.bank.in ' +
    'sbi.co.in pnbindia.in bankofbaroda.in canarabank.com unionbankofindia.co.in bankofindia.co.in indianbank.in iob.in centralbankofindia.co.in ucobank.com bankofmaharashtra.in punjabandsindbank.co.in',
  NPCI: 'npci.org.in bharatbillpay.com bharatconnect.com rupay.co.in bhimupi.org.in digisaathi.info',
  Insurance: 'cioins.co.in cmchistn.com',
  Pensions: 'pfrda.org.in npstrust.org.in maandhan.in',
  Tax: 'gstn.org.in',
  Railways: 'irctc.co.in irctc.com',
  Roads: 'ihmcl.com ihmcl.co.in nhai.org netc.org.in',
  Portals:
    'mygov.in tele-law.in jansamarth.in jansuraksha.in udyamimitra.in vidyalakshmi.co.in aicte-india.org alimco.in nmdfc.org milannmdfc.org vikaspedia.in',
  'Schools and training': 'kvs.ac.in nta.ac.in ugc.ac.in ignou.ac.in nios.ac.in crcranchi.in',
  Municipalities: 'myhmc.in',
};

export const publicDomains: ReadonlySet<string> = new Set(
  Object.values(publicBodies).flatMap((domains) => domains.split(' ')),
);
const onlyForGovernments = /(?:^|\.)(?:gov|nic|mil)\.in$/;

/** Whether a host is one of the domains or stands below one. @param host ASCII, lower case, as URL.hostname gives it */
export const isBelow = (domains: ReadonlySet<string>, host: string): boolean =>
  host.split('.').some((_, at, labels) => domains.has(labels.slice(at).join('.')));

/** Whether a source is the site of the government or of the public body itself, not a newspaper or a private site. */
export function isOfficialSource(url: string): boolean {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return false;
  const host = address.hostname.replace(/\.$/, '');
  return onlyForGovernments.test(host) || isBelow(publicDomains, host);
}
