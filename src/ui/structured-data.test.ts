import { expect, test } from 'vitest';
import { breadcrumbList, isoDuration, organization } from './structured-data.ts';

const site = { origin: 'https://nagrik.example', supportEmail: 'a@b.example' };

test('a length is written as ISO 8601 has it', () => {
  expect([0, 7, 60, 75, 3_600, 3_723].map(isoDuration)).toEqual([
    'PT0S',
    'PT7S',
    'PT1M',
    'PT1M15S',
    'PT1H',
    'PT1H2M3S',
  ]);
});

test('addresses are whole, whoever keeps the logo', () => {
  expect(organization(site)).toMatchObject({
    url: 'https://nagrik.example/',
    logo: { url: 'https://nagrik.example/icon-512.png' },
  });
  expect(
    organization({ ...site, logos: { light: { src: '/assets/logo-1.svg', width: 9, height: 9 }, dark: undefined } }),
  ).toMatchObject({
    logo: { url: 'https://nagrik.example/assets/logo-1.svg' },
  });
});

test('the last crumb needs no address', () => {
  expect(breadcrumbList(site, [{ name: 'Home', href: '/' }, { name: 'About us' }])).toMatchObject({
    itemListElement: [
      { position: 1, item: 'https://nagrik.example/' },
      { position: 2, name: 'About us' },
    ],
  });
});
