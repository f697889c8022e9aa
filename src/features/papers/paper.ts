/** Where a fact was read, and on which day ('2026-11-22'). */
export type Source = { url: string; readOn: string };
/** A fact about a fee or a time, in words, with its source. */
export type Fact = { text: string; source: Source };

/** One paper of the register. A paper appears once in a list, whatever an office calls it. */
export type Paper = {
  name: string;
  hi: string;
  /** Other names in use, as offices and readers write them. */
  otherNames: string[];
  /** Who gives it. */
  from: string;
  /**
   * What the law asks for it, and how long it takes: `null` where nobody has checked yet, 'own' for a paper that comes
   * without applying (a bill, a photo).
   */
  fee: Fact | null | 'own';
  days: Fact | null | 'own';
  /** What to do without it. */
  without: string;
  /** Whether DigiLocker has it; null where nobody has checked yet. */
  digiLocker: 'yes' | 'in some States' | 'no' | null;
};

/** As the register is written: what nobody has checked yet is left out. */
export type PaperEntry = Omit<Paper, 'fee' | 'days' | 'digiLocker'> &
  Partial<Pick<Paper, 'fee' | 'days' | 'digiLocker'>>;

const day = '2026-11-22';
export const readAt = (url: string, readOn = day): Source => ({ url, readOn });
export const fact = (text: string, url: string, readOn = day): Fact => ({ text, source: readAt(url, readOn) });

/** Where the answers to "is it in DigiLocker?" were read. */
export const digiLockerSources = [
  readAt('https://www.citizennest.com/guide/digilocker-advanced-features'),
  readAt('https://righttoinformation.wiki/_export/xhtml/digilocker-issuer-reality-india-2026'),
];
