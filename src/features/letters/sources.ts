import { isOfficialSource } from '../../platform/text/official-sites.ts';
import type { Source } from './procedure.ts';

// Stored copies of public pages; each was read on the day that it carries.
const readOn = '2026-11-22';
const from = (title: string, url: string, on: string | null): Source => ({
  title,
  url,
  readOn: on,
  official: isOfficialSource(url),
});
export const read = (title: string, url: string): Source => from(title, url, readOn);
const readLater = (title: string, url: string): Source => from(title, url, '2026-11-30');
/** Known from the law itself, without a stored page to compare it with. */
const notChecked = (title: string, url: string): Source => from(title, url, null);

const bareActs = 'https://kanoongpt.in/bare-acts';

export const sources = {
  generalClauses: read(
    'General Clauses Act 1897, section 10: a last day on which the office is closed',
    'https://ibclaw.in/section-10-computation-of-time/',
  ),
  firstDay: read(
    'General Clauses Act 1897, section 9: the first day is not counted',
    'https://www.taxdose.com/commencement-and-termination-of-time/',
  ),
  rtiAnswer: read(
    'RTI Act 2005, sections 6 and 7: 30 days, 48 hours for life or liberty, transfer within 5 days',
    'https://chandametta.kvs.ac.in/?p=7962',
  ),
  rtiAssistant: readLater(
    'RTI Act 2005: 30 days, 48 hours, 5 more through an Assistant Public Information Officer; Irrigation Department, Kerala',
    'https://irrigation.kerala.gov.in/rti-general',
  ),
  rtiFirstAppeal: readLater('RTI: first appeal within 30 days; district Jamshedpur', 'https://jamshedpur.nic.in/rti/'),
  rtiAppeals: read(
    'RTI Act 2005, section 19: first and second appeal',
    `${bareActs}/the-right-to-information-act-2005/chapter-v-section-19-b585f1eb16d7e906`,
  ),
  rtiRules: read('RTI Rules 2012: fee, 500 words, appeals', 'https://advocatetanmoy.com/rti-rules-2012/'),
  rtiFee: read('RTI fee, and who pays none', 'https://niasm.icar.gov.in/rti-fee'),
  secondAppeal: read(
    'Central Information Commission: how to file a second appeal',
    'https://cic.gov.in/second-appeal-guidelines',
  ),
  policeInformation: read('BNSS 2023, section 173', 'https://law.emunshi.ai/bnss/173'),
  policeLadder: read(
    'BNSS 2023, sections 173(4) and 175(3), step by step',
    'https://righttoinformation.wiki/magistrate-order-fir-175-3-bnss-supreme-court-2025',
  ),
  bankScheme: read(
    'Reserve Bank - Integrated Ombudsman Scheme 2026, questions and answers of the Reserve Bank',
    'https://www.rbi.org.in/commonman/English/Scripts/FAQs.aspx?Id=3407',
  ),
  bankDays: read(
    'Integrated Ombudsman Scheme 2026: no reply within 30 days',
    'https://upstox.com/news/personal-finance/latest-updates/new-rbi-ombudsman-scheme-2026-explained/article-187996',
  ),
  bankWindow: read(
    'Integrated Ombudsman Scheme 2026: 90 days to go to the Ombudsman',
    'https://www.indiancooperative.com/from-states/rbi-ombudsman-framework-reduces-complaint-filing-window-to-90-days',
  ),
  bankWhere: read(
    'Where to send complaints to the Ombudsman of the Reserve Bank, and 14448',
    'https://www.livemint.com/industry/banking/rbi-clarifies-on-the-mode-of-receipt-of-complaints-under-ombudsman-scheme/amp-11646826937598.html',
  ),
  insurerTwoWeeks: readLater(
    'Grievances of policyholders: two weeks; Insurance Regulatory and Development Authority',
    'https://irdai.gov.in/grievance-cell-cad',
  ),
  insuranceComplaint: readLater(
    'Insurance Ombudsman: after one month, within one year; Council for Insurance Ombudsmen',
    'https://www.cioins.co.in/FAQ_Online',
  ),
  insuranceAward: read(
    'Insurance Ombudsman Rules 2017, rule 17: award within three months',
    'https://taxguru.in/corporate-law/adhering-timelines-award-settlement-per-rule-176-insurance-ombudsman-rules-2017.html',
  ),
  electricityForum: read('Electricity Act 2003, section 42: forum and Ombudsman', 'https://apserc.nic.in/ecgrf.html'),
  electricityDays: read(
    'Electricity (Rights of Consumers) Rules 2020 and a State that follows them: 45 days at most',
    'https://www.dtnext.in/news/tamilnadu/tnerc-amends-rules-to-strengthen-consumer-grievance-redressal-forum-767419',
  ),
  electricityRules: notChecked(
    'Electricity (Rights of Consumers) Rules 2020, rule 15, in the Gazette',
    'https://powermin.gov.in/',
  ),
  shopsOnline: read(
    'Consumer Protection (E-Commerce) Rules 2020: one month',
    'https://www.freepressjournal.in/business/from-not-paying-a-cancellation-fee-to-more-customer-friendly-options-here-are-the-new-e-commerce-rules',
  ),
  consumerAdmission: read('Consumer Protection Act 2019, section 36: 21 days', 'https://law.emunshi.ai/cpa/36'),
  consumerLimit: read(
    'Consumer Protection Act 2019, section 69: two years',
    'https://freethreatcast.pages.dev/928448.html',
  ),
  consumerFee: read(
    'Consumer complaints: fees since 20 December 2022',
    'https://aaptaxlaw.com/consumer-commission-fees-district-forum-state-commission-national-cmmission-ncdrc-fees-to-file-complaint.html',
  ),
  consumerCourt: read(
    'Which consumer commission: Jurisdiction Rules 2021',
    'https://www.manoramayearbook.in/current-affairs/india/2022/01/02/govt-notifies-new-rules-for-consumer-commissions.html',
  ),
  providentFund: read(
    'EPFiGMS: 30 days for each office (circular of May 2010)',
    'http://www.caclubindia.com/forum/implementation-of-epfigms-grievance-management-system-of-epf-95108.asp',
  ),
  providentFundNow: notChecked('Employees’ Provident Fund Scheme, 2026', 'https://www.epfindia.gov.in/'),
  foodOfficer: read(
    'National Food Security Act 2013, section 15',
    'https://advocatekhoj.com/library/bareActs/nationalfood2013/15.php?STitle=District+Grievance+Redressal+Officer&Title=National+Food+Security+Act%2C+2013',
  ),
  foodCommission: read(
    'National Food Security Act 2013, sections 14 to 21, Department of Food and Public Distribution',
    'https://dfpd.gov.in/pds-grm.htm',
  ),
  pensionOrder: read(
    'Grievances of Central Government pensioners, order of 16 October 2024: 21 days, appeal in 30',
    'https://taxguru.in/corporate-law/revised-guidelines-central-government-pensioners-grievances.html',
  ),
  publicGrievances: readLater(
    'Public grievances (CPGRAMS), order of August 2024: 21 days; All India Radio',
    'https://newsonair.gov.in/centre-issues-comprehensive-guidelines-for-public-grievance-redressal',
  ),
  cpgrams: from(
    'All ministries are connected to CPGRAMS (pgportal.gov.in): Press Information Bureau, 2 August 2018',
    'http://pib.nic.in/newsite/PrintRelease.aspx?relid=181384',
    '2026-11-29',
  ),
  aadhaarGrievances: read('Grievances at UIDAI', 'https://uidai.gov.in/en/contact-support/grievance-redressal.html'),
  aadhaarPost: read(
    'Aadhaar grievances by post and through pgportal.gov.in',
    'https://uidai.gov.in/new/about-uidai/grievance-handling.html',
  ),
  legalAid: read('Legal aid helpline 15100', 'https://thepublicworld.com/?p=102895'),
} satisfies Record<string, Source>;
