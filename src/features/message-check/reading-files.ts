/** What the reading of pictures fetches on most devices, as files of npm packages: see read-picture.ts. */
export const readingFiles = [
  'tesseract.js/dist/worker.min.js',
  'tesseract.js-core/tesseract-core-simd-lstm.wasm.js',
  '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  '@tesseract.js-data/hin/4.0.0_best_int/hin.traineddata.gz',
] as const;

export const readingCachePrefix = 'reading-';

/** Folder of the built files: the service worker and the static files know them by it. */
export const readingFolder = '/assets/reading/';
