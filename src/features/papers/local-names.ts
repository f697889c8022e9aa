import type { State } from './errand.ts';
import type { PaperId } from './register.ts';

type Names = Partial<Record<PaperId, string>>;

const jamabandi: Names = { 'land-record': 'Jamabandi' };
const khatauni: Names = { 'land-record': 'Khatauni', domicile: 'Niwas (mool niwas) praman patra' };

/** What offices of a State call a paper, where the name differs. */
export const localNames: Partial<Record<State, Names>> = {
  'Andhra Pradesh': { 'land-record': 'Adangal and 1-B', 'caste-certificate': 'Integrated community certificate' },
  Assam: { domicile: 'Permanent residence certificate (PRC)', 'land-record': 'Jamabandi' },
  Bihar: { domicile: 'Awasiya praman patra', 'land-record': 'Jamabandi register' },
  Delhi: { 'legal-heir': 'Surviving member certificate' },
  Gujarat: { 'land-record': '7/12 and 8A', 'encumbrance-certificate': 'Index II' },
  Haryana: jamabandi,
  'Himachal Pradesh': { ...jamabandi, domicile: 'Bonafide Himachali certificate' },
  Jharkhand: { 'land-record': 'Khatiyan', domicile: 'Sthaniya niwas praman patra' },
  Karnataka: { 'land-record': 'RTC (pahani)', 'property-tax': 'Khata and tax receipt' },
  Kerala: { domicile: 'Nativity certificate', 'caste-certificate': 'Community certificate' },
  'Madhya Pradesh': { 'land-record': 'Khasra and khatauni (B-1)', domicile: 'Mool niwasi praman patra' },
  Maharashtra: {
    'land-record': '7/12 (satbara)',
    'encumbrance-certificate': 'Index II',
    'shop-licence': 'Gumasta',
    'income-certificate': 'Utpannacha dakhla',
  },
  Odisha: { 'land-record': 'Record of Rights (RoR)', domicile: 'Resident certificate' },
  Punjab: { 'land-record': 'Fard (jamabandi)' },
  Rajasthan: { ...jamabandi, domicile: 'Mool niwas praman patra', 'parents-aadhaar': 'Jan Aadhaar of the family, too' },
  'Tamil Nadu': {
    'land-record': 'Patta and chitta',
    'caste-certificate': 'Community certificate',
    domicile: 'Nativity certificate',
    'legal-heir': 'Legal heirship (varisu) certificate',
  },
  Telangana: { 'land-record': 'Pahani (adangal)', 'legal-heir': 'Family member certificate' },
  'Uttar Pradesh': { ...khatauni, 'family-tree': 'Parivar register' },
  Uttarakhand: khatauni,
  'West Bengal': { 'land-record': 'Khatian (RoR)', 'legal-heir': 'Warishan certificate' },
};
