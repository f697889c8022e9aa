/** Response headers of everything under /media. */
export const mediaHeaders = {
  'cache-control': 'public, max-age=86400, s-maxage=60',
  'cross-origin-resource-policy': 'cross-origin',
  // Uploaded or imported content must never run as a page.
  'content-security-policy': "default-src 'none'; sandbox",
};
