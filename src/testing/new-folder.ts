import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder of a test's own; it goes with the run's temporary folder. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'nagrik-test-'));
