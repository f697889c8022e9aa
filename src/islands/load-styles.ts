/** The style sheets of a chunk, once each; a chunk without its styles is not started. @param paths without a slash */
export function loadStyles(paths: readonly string[] = []): Promise<unknown> {
  return Promise.all(
    paths.map((path) => {
      const href = `/${path}`;
      if (document.querySelector(`link[href="${href}"]`)) return undefined;
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      document.head.append(link);
      return new Promise((resolve, reject) => {
        link.addEventListener('load', resolve);
        // Without its link, the next attempt asks again.
        link.addEventListener('error', () => {
          link.remove();
          reject(new TypeError('styles'));
        });
      });
    }),
  );
}
