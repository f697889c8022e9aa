import { catalogue } from './catalogue.ts';

// Separate from eligibility.ts: pages of a scheme name its State, but ask no questions.

/** Names of States and Union Territories by the name that is stored. */
const stateNamesInEnglish = {
  'Andhra Pradesh': 'Andhra Pradesh',
  'Arunachal Pradesh': 'Arunachal Pradesh',
  Assam: 'Assam',
  Bihar: 'Bihar',
  Chhattisgarh: 'Chhattisgarh',
  Goa: 'Goa',
  Gujarat: 'Gujarat',
  Haryana: 'Haryana',
  'Himachal Pradesh': 'Himachal Pradesh',
  Jharkhand: 'Jharkhand',
  Karnataka: 'Karnataka',
  Kerala: 'Kerala',
  'Madhya Pradesh': 'Madhya Pradesh',
  Maharashtra: 'Maharashtra',
  Manipur: 'Manipur',
  Meghalaya: 'Meghalaya',
  Mizoram: 'Mizoram',
  Nagaland: 'Nagaland',
  Odisha: 'Odisha',
  Punjab: 'Punjab',
  Rajasthan: 'Rajasthan',
  Sikkim: 'Sikkim',
  'Tamil Nadu': 'Tamil Nadu',
  Telangana: 'Telangana',
  Tripura: 'Tripura',
  'Uttar Pradesh': 'Uttar Pradesh',
  Uttarakhand: 'Uttarakhand',
  'West Bengal': 'West Bengal',
  'Andaman and Nicobar': 'Andaman and Nicobar',
  Chandigarh: 'Chandigarh',
  'Dadra and Nagar Haveli and Daman and Diu': 'Dadra and Nagar Haveli and Daman and Diu',
  Delhi: 'Delhi',
  'Jammu and Kashmir': 'Jammu and Kashmir',
  Ladakh: 'Ladakh',
  Lakshadweep: 'Lakshadweep',
  Puducherry: 'Puducherry',
};

export const stateNames = catalogue(stateNamesInEnglish);

/** The stored name, in the language of the page; a place that is no State unchanged. */
export const stateName = (stored: string): string => (stateNames as Record<string, string>)[stored] ?? stored;
