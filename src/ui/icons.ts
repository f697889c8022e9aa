// 24 by 24 grid, round caps; base.css sets stroke and size.
export const icons = {
  schemes:
    '<circle cx="12.5" cy="7" r="4"/><path d="M11 5.5h3M11 7.3h3M11.5 5.5c2 0 2 3.6 0 3.5l2 1.5M3 17l4-2.2h5a1.9 1.9 0 0 1 0 3.8H9.5M13.5 17.3l5.3-2.8a1.7 1.7 0 0 1 1.7 2.9L14 21H7l-4-.8"/>',
  documents:
    '<rect x="3" y="5" width="18" height="14" rx="2"/><circle cx="8.5" cy="10.5" r="2"/><path d="M5.5 16a3 3 0 0 1 6 0M14.5 10h3.5M14.5 14h3.5"/>',
  scams: '<path d="M12 3l7.5 2.8v5.7c0 4.6-3.5 7.9-7.5 9.5-4-1.6-7.5-4.9-7.5-9.5V5.8zM12 8v4.5M12 16v.01"/>',
  tax: '<path d="M5.5 3h13v18l-3.25-2L12 21l-3.25-2-3.25 2zM9.5 14l5-5.5M9.5 9v.01M14.5 13.5v.01"/>',
  insurance: '<path d="M12 2.8v1.4M3.5 13a8.5 8.5 0 0 1 17 0zM12 13v5.7a2.2 2.2 0 0 1-4.4 0"/>',
  travel:
    '<rect x="6" y="3" width="12" height="13.5" rx="3"/><path d="M6 10.5h12M9.5 13.5v.01M14.5 13.5v.01M8.5 16.5L6 21M15.5 16.5L18 21M7.3 19h9.4"/>',
  finance: '<path d="M3 9.5L12 4l9 5.5zM5.5 9.5V17M10 9.5V17M14 9.5V17M18.5 9.5V17M3.5 17h17M2.5 20h19"/>',
  jobs: '<rect x="3" y="8" width="18" height="12" rx="2"/><path d="M9 8V5h6v3M3 13.5h7M14 13.5h7"/><rect x="10" y="12" width="4" height="3" rx="1"/>',
  entertainment:
    '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M7.5 5v14M16.5 5v14M3 9.7h4.5M3 14.3h4.5M16.5 9.7H21M16.5 14.3H21"/>',
  ecommerce: '<path d="M5.2 8h13.6L20 20.5H4zM8.8 11V7a3.2 3.2 0 0 1 6.4 0v4"/>',
  environment: '<path d="M5.5 18.5C3.5 10 9 4.5 20 4.5c.5 10.5-5 16.5-14.5 14zM3.5 21c2.5-5.5 6-8.5 10.5-10.5"/>',
  social: '<path d="M12 20s-8.5-4.8-8.5-11A4.4 4.4 0 0 1 12 7.2 4.4 4.4 0 0 1 20.5 9c0 6.2-8.5 11-8.5 11z"/>',
  rights:
    '<path d="M12 3v18M8 21h8M4.5 6.5h15M5.5 6.5L2.8 13.5a2.9 2.9 0 0 0 5.4 0zM18.5 6.5l-2.7 7a2.9 2.9 0 0 0 5.4 0z"/>',
  housing: '<path d="M3 11.5L12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-6h4v6"/>',
  women: '<circle cx="12" cy="8.5" r="5"/><path d="M12 13.5V21M8.8 17.5h6.4"/>',
  transport:
    '<rect x="4" y="4" width="16" height="13" rx="3"/><path d="M4 11h16M12 4v7M7.5 14v.01M16.5 14v.01M6.5 17v3M17.5 17v3"/>',
  agriculture:
    '<path d="M12 21V9M12 14c-3.5 0-5-2-5-5 3.5 0 5 2 5 5zM12 14c3.5 0 5-2 5-5-3.5 0-5 2-5 5zM12 20c-3.5 0-5-2-5-5 3.5 0 5 2 5 5zM12 20c3.5 0 5-2 5-5-3.5 0-5 2-5 5zM12 9c-2-2-2-4.5 0-6.5 2 2 2 4.5 0 6.5z"/>',
  food: '<path d="M3 11.5h18a9 9 0 0 1-18 0zM8 20.5h8M8.5 8c-1-1.5 1-2.5 0-4M12.5 8c-1-1.5 1-2.5 0-4M16.5 8c-1-1.5 1-2.5 0-4"/>',
  startup:
    '<path d="M9 17.5h6M10 20.8h4M12 3a6.3 6.3 0 0 0-4 11.2c.7.7 1 1.8 1 3.3h6c0-1.5.3-2.6 1-3.3A6.3 6.3 0 0 0 12 3z"/>',
  employment: '<path d="M2.8 17h18.4v2.5H2.8zM4.8 17v-2.5a7.2 7.2 0 0 1 14.4 0V17M10 12V5.5h4V12"/>',
  health: '<path d="M9 3.5h6V9h5.5v6H15v5.5H9V15H3.5V9H9z"/>',
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>',
  home: '<path d="M3 11.5L12 4l9 7.5M5.5 9.5V20h4.5v-5h4v5h4.5V9.5"/>',
  ask: '<path d="M4 4.5h16v12h-8.5L7 20.5v-4H4zM9.8 9a2.2 2.2 0 1 1 3 2c-.6.3-.8.7-.8 1.3M12 14.2v.01"/>',
  video: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M10 9v6l5-3z"/>',
  me: '<circle cx="12" cy="8" r="4"/><path d="M4 20.5c.6-4 3.8-6.3 8-6.3s7.4 2.3 8 6.3"/>',
  grid: '<rect x="4" y="4" width="6.5" height="6.5" rx="1.5"/><rect x="13.5" y="4" width="6.5" height="6.5" rx="1.5"/><rect x="4" y="13.5" width="6.5" height="6.5" rx="1.5"/><rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.5"/>',
  talk: '<path d="M3 4.5h13v9H9l-4 3.5v-3.5H3zM19 8.5h2v9h-2V21l-4-3.5h-4"/>',
  share:
    '<circle cx="6" cy="12" r="2.5"/><circle cx="17.5" cy="5.5" r="2.5"/><circle cx="17.5" cy="18.5" r="2.5"/><path d="M8.3 10.8l7-4M8.3 13.2l7 4"/>',
  chat: '<path d="M3.5 20.5l1.3-4.3A8.5 8.5 0 1 1 8 19.3zM8.7 8.2c-.8 3.6 3.4 7.8 7 7l.6-1.9-2.1-1.1-1 .9c-1-.4-1.8-1.2-2.3-2.3l.9-1-1-2.2z"/>',
  link: '<path d="M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12.3 6M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.2-1.2"/>',
  print: '<path d="M7 8V3.5h10V8M7 17H3.5V8h17v9H17"/><rect x="7" y="14" width="10" height="6.5" rx="1"/>',
  save: '<path d="M6 3.5h12v17l-6-4.5-6 4.5z"/>',
  saved: '<path fill="currentColor" d="M6 3.5h12v17l-6-4.5-6 4.5z"/>',
  check: '<path d="M4.5 12.5l5 5 10-11"/>',
  cross: '<path d="M6 6l12 12M18 6L6 18"/>',
  alert: '<path d="M12 3.5L22 20.5H2zM12 10v4.5M12 17.5v.01"/>',
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5M12 7.5v.01"/>',
  tick: '<circle cx="12" cy="12" r="9"/><path d="M8 12.3l2.8 2.8 5.2-5.7"/>',
  quest: '<circle cx="12" cy="12" r="9"/><path d="M9.7 9.5a2.4 2.4 0 1 1 3.3 2.2c-.7.3-1 .7-1 1.5M12 16.5v.01"/>',
  minus: '<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>',
  right: '<path d="M4.5 12h15M13.5 6l6 6-6 6"/>',
  left: '<path d="M19.5 12h-15M10.5 6l-6 6 6 6"/>',
  down: '<path d="M6 9l6 6 6-6"/>',
  up: '<path d="M7 10.5V20H3.5v-9.5zM7 10.5L11 3.5c1.7 0 2.5 1 2.3 2.6L12.8 9.5h6.4c1 0 1.7.9 1.5 1.9l-1.5 7c-.2.9-1 1.6-1.9 1.6H7"/>',
  dn: '<path d="M17 13.5V4h3.5v9.5zM17 13.5L13 20.5c-1.7 0-2.5-1-2.3-2.6l.5-3.4H4.8c-1 0-1.7-.9-1.5-1.9l1.5-7C5 4.7 5.8 4 6.7 4H17"/>',
  reply: '<path d="M10 6L4 11.5 10 17M4.5 11.5H13c4 0 6.5 2 7 6"/>',
  flag: '<path d="M5 21V4h13l-2.5 4.5L18 13H5"/>',
  trash: '<path d="M4 6.5h16M9 6.5V4h6v2.5M6.5 6.5l1 14h9l1-14M10.5 10.5v6M13.5 10.5v6"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5.5l3.5 2"/>',
  phone:
    '<path d="M5 3.5h4l1.5 5L8 10.5c1 2.5 3 4.5 5.5 5.5l2-2.5 5 1.5v4c0 1-.8 1.7-1.7 1.6C10.5 20 4 13.5 3.4 5.2 3.3 4.3 4 3.5 5 3.5z"/>',
  offline:
    '<path d="M3 3l18 18M5 12.5a10 10 0 0 1 4.5-2.4M13.5 9.7a10 10 0 0 1 5.5 2.8M8.5 16a5 5 0 0 1 5-1.3M12 19.5v.01"/>',
  out: '<path d="M13.5 4H20v6.5M20 4l-9.5 9.5M17 14v6H4V7h6"/>',
  moon: '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>',
  send: '<path d="M4 4.5l17 7.5-17 7.5L7 12zM7 12h7"/>',
  sound: '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.2a8.2 8.2 0 0 1 0 11.6"/>',
  play: '<path d="M7 4.5v15l12-7.5z"/>',
  papers: '<path d="M7 3.5h8l4.5 4.5v9.5H7zM15 3.5V8h4.5M4 7v14h11.5M10 12h6.5M10 15h4"/>',
  lock: '<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M3.5 7l8.5 6 8.5-6"/>',
  image:
    '<rect x="3" y="4.5" width="18" height="15" rx="2"/><circle cx="8.5" cy="10" r="1.5"/><path d="M3.5 17l5-4 3.5 2.5 4-4 5 4.5"/>',
} as const;

export type IconName = keyof typeof icons;

export const sealPath =
  '<path d="M32 6A7.2 7.2 0 0 1 45 9.5A7.2 7.2 0 0 1 54.5 19A7.2 7.2 0 0 1 58 32A7.2 7.2 0 0 1 54.5 45A7.2 7.2 0 0 1 45 54.5A7.2 7.2 0 0 1 32 58A7.2 7.2 0 0 1 19 54.5A7.2 7.2 0 0 1 9.5 45A7.2 7.2 0 0 1 6 32A7.2 7.2 0 0 1 9.5 19A7.2 7.2 0 0 1 19 9.5A7.2 7.2 0 0 1 32 6z"/>';

const isIcon = (name: string): name is IconName => Object.hasOwn(icons, name);

/** Path data of an icon; 'info' for an unknown name. */
export const drawingOf = (name: string): string => icons[isIcon(name) ? name : 'info'];

const symbol = (name: string): string =>
  name === 'seal'
    ? `<symbol id="i-seal" viewBox="0 0 64 64">${sealPath}</symbol>`
    : `<symbol id="i-${name}" viewBox="0 0 24 24">${drawingOf(name)}</symbol>`;

/**
 * A page's sprite: markup for a hidden element. `names` are the `#i-` references in the page, 'seal' included.
 * Unknown names (categories of imported content) get the 'info' icon; names outside [a-z0-9-] are dropped.
 */
export function symbolsFor(names: Iterable<string>): string {
  const wanted = [...new Set(names)].filter((name) => /^[a-z0-9-]+$/.test(name));
  return wanted.length ? `<svg>${wanted.map(symbol).join('')}</svg>` : '';
}
