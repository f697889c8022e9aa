import { fileURLToPath } from 'node:url';

/** The demo content in this repository. */
export const ownContent = fileURLToPath(new URL('../../../content', import.meta.url));
