import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserFiles } from '../platform/page/page-context.ts';

/** Outside `clientDir`, because it must not be served. */
export const browserFilesPath = (clientDir: string): string => join(clientDir, '../browser.json');

/** The build's manifest for the browser. @throws where there is no build */
export const readBrowserFiles = (clientDir: string): BrowserFiles =>
  JSON.parse(readFileSync(browserFilesPath(clientDir), 'utf8')) as BrowserFiles;
