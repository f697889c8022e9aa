/** Normal form of a WordPress short link: `/?p=12` and `/?page_id=12` are the same address. */
export const numberedAddress = (number: string): string => `/?p=${number}`;
