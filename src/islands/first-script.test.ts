import { createContext, runInContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildSingle } from './build-islands.ts';

let script: string;
beforeAll(async () => {
  script = await buildSingle(process.cwd(), 'first-script.ts');
});

type Given = {
  hasTags?: boolean;
  url?: string;
  referrer?: string;
  cookie?: string;
  storage?: Record<string, string> | null;
  navigator?: object;
  /** Markup that needs boot.ts before any interaction. */
  soon?: object;
  fails?: boolean;
  isOld?: boolean;
};

/** Runs the script against a minimal fake page. */
function visit({
  hasTags = false,
  url = 'https://nagrik.example/a',
  referrer = '',
  cookie = '',
  storage = {},
  navigator = {},
  soon,
  fails = false,
  isOld = false,
}: Given) {
  const set: string[] = [];
  const loaded: string[] = [];
  /** Cookies and scripts in their order. */
  const order: string[] = [];
  const listeners: Record<string, ((event: object) => void)[]> = {};
  const dataset: Record<string, string> = {};
  const bar = { hidden: true };
  const scripts = ['boot', 'save', 'off', ...(hasTags ? ['tags'] : [])];
  const scriptOf = (id: string) =>
    scripts.includes(id) ? { content: { cloneNode: () => ({ id, firstChild: { onerror: () => {} } }) } } : null;
  const beacons: [url: string, body: string][] = [];
  const later: (() => void)[] = [];
  const document = {
    referrer,
    documentElement: { dataset },
    body: {
      append: (held: { id: string; firstChild: { onerror(): void } }) => {
        loaded.push(held.id);
        order.push(held.id);
        if (fails) held.firstChild.onerror();
      },
    },
    querySelector: (selector: string) =>
      ({ '#consent': bar, '#no': null, '#print': {}, '[data-soon]': soon })[selector] ?? scriptOf(selector.slice(1)),
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      set.push(text);
      order.push('cookie');
    },
  };
  const page = {
    document,
    navigator: { sendBeacon: (target: string, body: string) => beacons.push([target, body]), ...navigator },
    URL,
    encodeURIComponent,
    JSON,
    setTimeout: (run: (event: object) => void, _ms: number, event: object) => void later.push(() => run(event)),
    location: new URL(url),
    addEventListener: (name: string, run: (event: object) => void) => {
      (listeners[name] ??= []).push(run);
    },
  };
  Object.defineProperty(page, 'self', { value: page });
  Object.defineProperty(page, 'localStorage', {
    get: () => {
      if (storage === null) throw new Error('refused');
      return storage;
    },
  });
  const context = createContext(page);
  if (isOld) runInContext('delete Array.prototype.findLast', context);
  runInContext(script, context);
  const fire = (name: string, event: object = { target: document }) => listeners[name]?.forEach((run) => run(event));
  const loadPage = () => {
    fire('load');
    return set;
  };
  return { loadPage, set, loaded, order, dataset, bar, beacons, later, fire };
}

test('fits its budget: 1,475 bytes, 750 of brotli', () => {
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(1_475);
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(750);
  expect(script).not.toMatch(/<\/script|<!--/i);
});

test('what an ended session left here is reason to load the script that erases it; what a guest keeps is none', () => {
  const loadedWith = (given: Given) => {
    const page = visit(given);
    page.loadPage();
    return page.loaded;
  };
  expect(loadedWith({ cookie: 'a=b; has_left=1' })).toEqual(['boot']);
  expect(loadedWith({ storage: { selectedProfile: '{"id":7}' } })).toEqual(['boot']);
  expect(loadedWith({ storage: { cart: '{"guest":{}}', profileAnswers: '{"guest":{}}' } })).toEqual([]);
});

test('a visit gets a number and a source, for 30 minutes', () => {
  const set = visit({ referrer: 'https://search.example/x' }).loadPage();
  expect(set[0]).toMatch(/^jrk_session_id=[\w.]{12,};path=\/;max-age=1800;samesite=lax;secure$/);
  expect(set[1]).toBe('jrk_source=search.example;path=/;max-age=1800;samesite=lax;secure');
  expect(visit({ url: 'http://localhost:3000/a' }).loadPage()[1]).toBe(
    'jrk_source=direct;path=/;max-age=1800;samesite=lax',
  );
});

test('the source is the campaign before the referrer, never this site, and cannot break out of its cookie', () => {
  expect(
    visit({ url: 'https://nagrik.example/?utm_source=a;b%20%E0%A4%95', referrer: 'https://x.example/' }).loadPage()[1],
  ).toMatch(/^jrk_source=a%3Bb%20%E0%A4%95;path/);
  expect(visit({ url: 'https://nagrik.example/?utm_source=%0Aa' }).loadPage()[1]).toMatch(/^jrk_source=%0Aa;/);
  expect(visit({ referrer: 'https://nagrik.example/b' }).loadPage()[1]).toMatch(/^jrk_source=direct;/);
  expect(() =>
    visit({ url: `https://nagrik.example/?utm_source=${encodeURIComponent('😀'.repeat(90))}` }).loadPage(),
  ).not.toThrow();
});

test('a visit that has both keeps them', () => {
  const set = visit({ cookie: 'x=1; jrk_session_id=abc; jrk_source=news' }).loadPage();
  expect(set.map((text) => text.split(';')[0])).toEqual(['jrk_session_id=abc', 'jrk_source=news']);
});

test('the visit is kept once the page is there, and before a touch loads the scripts that read it', () => {
  const page = visit({});
  expect(page.set).toEqual([]);
  expect(page.loadPage()).toHaveLength(2);
  const touched = visit({});
  touched.fire('pointerdown');
  expect(touched.order).toEqual(['cookie', 'cookie', 'boot']);
});

test('dark only where it was chosen; storage that refuses is no crash', () => {
  expect(visit({ storage: { 'color-mode': 'dark' } }).dataset).toEqual({ mode: 'dark' });
  expect(visit({ storage: { 'color-mode': 'purple' } }).dataset).toEqual({});
  expect(visit({ storage: null, hasTags: true }).dataset).toEqual({});
});

test('the first touch loads the script once; a signed-in visitor and a page that needs it get it at once', () => {
  const touched = visit({});
  touched.fire('load');
  expect(touched.loaded).toEqual([]);
  touched.fire('pointerdown');
  touched.fire('keydown');
  expect(touched.loaded).toEqual(['boot']);
  for (const given of [{ cookie: 'user_id=7' }, { soon: {} }]) {
    const known = visit(given);
    known.fire('load');
    expect(known.loaded).toHaveLength(1);
  }
});

test('colour mode changes at the click, with nothing loaded before the page is drawn', () => {
  const storage: Record<string, string> = {};
  const { fire, dataset, loaded, later } = visit({ storage });
  const button = { dataset: { act: 'mode' } };
  const click = () => fire('click', { target: { closest: () => button } });
  click();
  expect(dataset.mode).toBe('dark');
  click();
  expect(dataset.mode).toBe('');
  expect(loaded).toEqual([]);
  later.forEach((run) => run());
  expect(loaded).toEqual(['boot']);
});

test('a touch of the colour button loads nothing at once; one of Save loads its modules beside boot.ts', () => {
  const touch = (act: string) => ({ target: { closest: () => ({ dataset: { act } }) } });
  const { fire, loaded } = visit({});
  fire('pointerdown', touch('mode'));
  fire('focusin', touch('mode'));
  expect(loaded).toEqual([]);
  fire('pointerdown', touch('save'));
  fire('pointerdown', touch('save'));
  expect(loaded).toEqual(['boot', 'save']);
  const other = visit({});
  other.fire('pointerdown', touch('copy'));
  expect(other.loaded).toEqual(['boot']);
  const named = visit({});
  expect(() => named.fire('pointerdown', touch('print'))).not.toThrow();
  expect(named.loaded).toEqual(['boot']);
});

test('a failed load is tried again with the next touch, and a browser that is too old loads nothing', () => {
  const failing = visit({ fails: true });
  failing.fire('pointerdown');
  failing.fire('pointerdown');
  expect(failing.loaded).toHaveLength(2);
  const old = visit({ isOld: true });
  old.fire('pointerdown');
  expect(old.loaded).toEqual([]);
});

test('without a connection a form that nothing else handles stays, and says why, before any other script is there', () => {
  const submit = (given: Given, method: string, defaultPrevented = false) => {
    const { fire, loaded } = visit(given);
    let isStopped = defaultPrevented;
    fire('submit', { target: { method }, defaultPrevented, preventDefault: () => (isStopped = true) });
    return [isStopped, !loaded.includes('off')];
  };
  const offline = { navigator: { onLine: false } };
  expect(submit(offline, 'post')).toEqual([true, false]);
  // Answered by the service worker, or by an island.
  expect(submit(offline, 'get')).toEqual([false, true]);
  expect(submit(offline, 'post', true)).toEqual([true, true]);
  expect(submit({ navigator: { onLine: true } }, 'post')).toEqual([false, true]);
});

test('tags: who has not answered is asked', () => {
  const asked = visit({ hasTags: true });
  asked.fire('load');
  expect(asked.bar.hidden).toBeFalsy();
  expect(asked.loaded).toEqual([]);
});

test('tags: loaded after yes, not after no, and never for a browser that says do not track', () => {
  const loads = (storage: Record<string, string>, navigator: object = {}) => {
    const { fire, loaded, bar } = visit({ hasTags: true, storage, navigator });
    fire('load');
    expect(bar.hidden).toBe(true);
    return loaded;
  };
  expect(loads({ consent: 'yes' })).toEqual(['tags']);
  expect(loads({ consent: 'no' })).toEqual([]);
  expect(loads({ consent: 'yes' }, { doNotTrack: '1' })).toEqual([]);
  expect(loads({ consent: 'yes' }, { globalPrivacyControl: true })).toEqual([]);
  expect(loads({}, { globalPrivacyControl: true })).toEqual([]);
});

test('a page view is reported after load, with its path', () => {
  for (const hasTags of [false, true]) {
    const { fire, beacons } = visit({ hasTags, url: 'https://nagrik.example/search?q=%22a%22&x=1#"y"' });
    expect(beacons).toEqual([]);
    fire('load');
    expect(beacons).toHaveLength(1);
    expect(beacons[0]![0]).toBe('/api/track');
    expect(JSON.parse(beacons[0]![1])).toEqual({
      name: 'view',
      path: 'https://nagrik.example/search?q=%22a%22&x=1#%22y%22',
    });
  }
});

test("no page view is reported without consent, or with the browser's Do Not Track", () => {
  for (const hasTags of [false, true]) {
    for (const given of [
      { storage: { consent: 'no' } },
      { navigator: { doNotTrack: '1' } },
      { navigator: { globalPrivacyControl: true } },
    ] as Given[]) {
      const { fire, beacons } = visit({ hasTags, ...given });
      fire('load');
      expect(beacons).toEqual([]);
    }
  }
});

test('a browser without beacons still asks about tags, and reads on', () => {
  const { fire, bar } = visit({ hasTags: true, navigator: { sendBeacon: undefined } });
  fire('load');
  expect(bar.hidden).toBeFalsy();
});
