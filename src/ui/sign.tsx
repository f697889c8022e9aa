const paths = {
  cross: 'M6 6l12 12M18 6L6 18',
  alert: 'M12 3.5L22 20.5H2zM12 10v4.5M12 17.5v.01',
  tick: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12.3l2.8 2.8 5.2-5.7',
};

/** Inline icon for browser-rendered parts: the page's sprite has only the icons used by the server's HTML. */
export function Sign({ name }: { name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
