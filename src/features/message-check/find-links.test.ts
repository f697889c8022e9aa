import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findLinks } from './find-links.ts';

const kindsOf = (text: string) => findLinks(text).map(({ kind }) => kind);
const linksOf = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));

describe('a link is judged by where a browser would go', () => {
  it.each([
    'https://nеtflix.com/pay',
    'https://ｐaytm.com/x',
    'https://pay\u200btm.com/x',
    'https://paytm。com/x',
    'https://xn--irct-2xd.co.in/refund',
    'https://uidai.gov.in@card-desk.top/pay',
    'www.hdfcbank.com@card-desk.top/login',
    'https:\\\\sbi-card.card-desk.top',
    'http://198.51.100.7/pay',
    'http://0xC6336407/pay',
    'http://3325256711/',
    'http://0306.063.0144.07/a',
    '198.51.100.7/pay',
    'http://[2001:db8::7]/pay',
    'https://phonepe.com.card-desk.top',
    'https://fl1pkart.com/sale',
    'https://ph0nepe.com/sale',
    'http://login:paytm.com/',
    'https://sbi-kyc.card-desk.top',
    'https://mysbi-card.top/login',
    'https://onlinesbi.top',
    'https://sbikyc.top',
    'https://sbi-kyc.s3.ap-south-1.amazonaws.com/login.html',
    'https://paytm.com.docs.google.com.top/x',
    'https://gov.in.top',
    'http://[::ffff:198.51.100.7]',
    'https://onllnesbi.com/a',
    'onlinesbl.com',
    'https://u1dai.top/x',
    'sbi-kyc.support',
    'pmkisan-refund.sbs/x',
  ])('%s is a look-alike', (text) => expect([text, kindsOf(text)[0]]).toEqual([text, 'lookalike']));

  it.each([
    'https://cms.rbi.org.in',
    'HTTPS://WWW.SBI.CO.IN./branches',
    'https://www.netflix.com/title/7',
    'https://www.icicilombard.com',
    'https://fastag.ihmcl.com',
    'https://dm.bhopal.nic.in/x',
    'https://www.example.bank.in/x',
    'Statement: https://www.hdfc.bank.in/login',
    'sbi.bank.in',
    'https://pmkisan.gov.inपर',
    'परpmkisan.gov.in।',
    '[https://haryana.gov.in](https://haryana.gov.in/)',
    'https://www.sbisecurities.in',
    'https://retail.onlinesbi.sbi',
    'https://www.amazon.co.uk/dp/1',
    'https://www.amazon.de/gp/cart',
    'https://www.gov.uk/visas',
  ])('%s is official', (text) => expect([text, [...new Set(kindsOf(text))]]).toEqual([text, ['official']]));

  it.each([
    't.me/kyc_desk',
    'https://wa.me/919800000000',
    'https://m.me/desk',
    'https://chat.whatsapp.com/AbC',
    'https://docs.google.com/forms/d/e/1/viewform',
    'https://sites.google.com/view/desk',
    'https://forms.gle/AbC',
    'https://desk.s3.ap-south-1.amazonaws.com/a.html',
    'https://amzn.to/3abc',
    'https://login.microsoftonline.com/common',
    'https://secure.gravatar.com/a',
    'https://newsbix.com/a',
    'http://164.100.158.73/form',
  ])('%s is open to anybody, or of no claimant: neither official nor a look-alike', (text) =>
    expect([text, kindsOf(text)]).toEqual([text, ['other']]),
  );

  it.each([
    'https://rzp.io/i/Ab12',
    'https://razorpay.me/@desk',
    'paytm.me/Ab-12',
    'https://fb.me/e/1',
    'https://www.google.com/url?q=https://card-desk.top',
    'https://www.google.com/./url?q=https://card-desk.top',
    'https://www.google.com\\url?q=https://card-desk.top',
    'https://m.youtube.com/redirect?q=https://card-desk.top',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fcard-desk.top',
    'https://translate.google.com/translate?sl=en&u=card-desk.top',
  ])('%s hides where it leads', (text) => expect([text, kindsOf(text)]).toEqual([text, ['shortened']]));

  it('no address of a mailbox or of UPI, no time and no sum is a link', () => {
    expect(linksOf('asha@okaxis, a.sen@mail.example.com, at 9.30.pm, rs.500, 10.5.2026, v1.2.3.4')).toEqual([]);
  });

  it('ends before punctuation, that of India too', () => {
    expect(linksOf('“https://rti.gov.in”, www.india.gov.in। https://uidai.gov.in/hi… (https://pib.gov.in/a).')).toEqual(
      ['https://rti.gov.in', 'www.india.gov.in', 'https://uidai.gov.in/hi', 'https://pib.gov.in/a'],
    );
  });
});

it('calls no address a look-alike that our own pieces, letters, papers and helplines name', () => {
  const files = globSync([
    'content/**/*.{md,yaml,yml,json}',
    'src/features/{letters,papers,helplines}/**/*.{ts,tsx,json,md}',
  ]).filter((file) => !file.includes('.test.'));
  const links = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return findLinks(text).map((link) => ({ file, written: text.slice(link.start, link.end), kind: link.kind }));
  });
  expect(links.length).toBeGreaterThan(1_000);
  // An article may name a fake host to warn of it; what it links to, or any errand says, is a source.
  const sources = links.filter(({ file, written }) => !file.startsWith('content/') || /^https?:/i.test(written));
  expect(sources.filter(({ kind }) => kind === 'lookalike')).toEqual([]);
});

it('calls no site a look-alike at which a scheme of the government is explained or applied for', () => {
  const file = process.env.NAGRIK_DATA && `${process.env.NAGRIK_DATA}/schemes/scheme_links.jsonl`;
  if (!file) return console.log('NAGRIK_DATA does not name the data folder: the links of schemes are skipped.');
  const links = findLinks(readFileSync(file, 'utf8').replaceAll('"', ' '));
  expect(links.length).toBeGreaterThan(600);
  // Two offices have a bare IP address at another company.
  const named = links.filter(({ host }) => !/^[\d.]+$/.test(host));
  expect(named.filter(({ kind }) => kind === 'lookalike')).toEqual([]);
});
