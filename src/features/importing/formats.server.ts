import { contentFormat } from './content/content-format.server.ts';
import { outsideFormats } from './outside-formats.server.ts';
import { stackExchangeFormat } from './stackexchange/stackexchange-format.server.ts';
import type { ImportFormat } from './import-format.ts';

// Most specific first: the first format that recognises the input gets it.
export const formats: ImportFormat[] = [contentFormat, stackExchangeFormat, ...outsideFormats];
