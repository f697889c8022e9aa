/** Of everything under /media. */
export const mediaHeaders = {
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  'cross-origin-resource-policy': 'cross-origin',
  // Whatever was uploaded or imported: a picture or a film, never a page.
  'content-security-policy': "default-src 'none'; sandbox",
};
