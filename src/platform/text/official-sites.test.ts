import { expect, test } from 'vitest';
import { isOfficialSource } from './official-sites.ts';

test.each([
  'https://pmkisan.gov.in/',
  'http://DFPD.GOV.IN./pds-grm.htm',
  'https://gov.in/',
  'https://dm.bhopal.nic.in/x',
  'https://www.rbi.org.in/commonman/',
  'https://cms.rbi.org.in',
  'https://www.myhmc.in/nfbs/',
  'https://en.vikaspedia.in/x',
  'https://centralbankofindia.co.in/x',
  'https://www.iob.bank.in/en/',
  'https://pfrda.org.in:443/x',
])('%s is an official source', (url) => expect(isOfficialSource(url)).toBe(true));

test.each([
  'https://www.hindustantimes.com/pmkisan.gov.in',
  'https://egovtschemes.com/',
  'https://pmkisan.gov.in.example.com/',
  'https://pmkisan.gov.in@example.com/',
  'https://example.com/?u=https://pmkisan.gov.in/',
  'https://pmkisangov.in/',
  'https://xrbi.org.in/',
  'https://eci.in/',
  'https://www.example.bank.in/',
  'https://hdfc.bank.in/',
  'https://sbi.bank.in.example.com/',
  'https://web.archive.org/web/2026/https://pmkisan.gov.in/',
  'ftp://pmkisan.gov.in/',
  'pmkisan.gov.in',
  '',
])('%s is none', (url) => expect(isOfficialSource(url)).toBe(false));
