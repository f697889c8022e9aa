// Separate from the contract: importing that would bundle its validators into the browser code.
/** Look of a category without a photograph: see docs/architecture.md, "Cloth and label". */
export const dyes = ['mor', 'haldi', 'majith', 'neel', 'mehendi', 'jamun', 'geru'] as const;
export type Dye = (typeof dyes)[number];
export type CategoryLook = { dye: Dye; pattern: 1 | 2 | 3 | 4 | 5 | 6; icon: string };
