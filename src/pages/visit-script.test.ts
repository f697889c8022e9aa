import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { visitScript } from './visit-script.ts';

type Given = {
  hasTags?: boolean;
  url?: string;
  referrer?: string;
  cookie?: string;
  storage?: Record<string, string> | null;
  navigator?: object;
};

/** Runs the script in a page that has just what it looks at. */
function visit({
  hasTags = false,
  url = 'https://nagrik.example/a',
  referrer = '',
  cookie = '',
  storage = {},
  navigator = {},
}: Given) {
  const set: string[] = [];
  const added: (string | undefined)[] = [];
  const script = (name: string) => {
    const own = {
      type: 'text/held',
      after: (node: object) => added.push(node === own && own.type === 'module' ? name : 'another'),
    };
    return own;
  };
  const listeners: Record<string, ((event: object) => void)[]> = {};
  const dataset: Record<string, string> = {};
  const bar = { hidden: true };
  const beacons: [url: string, body: string][] = [];
  const document = {
    referrer,
    documentElement: { dataset },
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      set.push(text);
    },
  };
  const page = {
    document,
    navigator: { sendBeacon: (target: string, body: string) => beacons.push([target, body]), ...navigator },
    URL,
    encodeURIComponent,
    consent: bar,
    held: script('react'),
    ownTags: script('tags'),
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
  runInContext(visitScript(hasTags), createContext(page));
  const fire = (name: string, event: object = {}) => listeners[name]?.forEach((run) => run(event));
  return { set, added, dataset, bar, beacons, fire };
}

test('fits its budget of 1,000 bytes, with tags and without', () => {
  expect(Buffer.byteLength(visitScript(false))).toBeLessThanOrEqual(1_000);
  expect(Buffer.byteLength(visitScript(true))).toBeLessThanOrEqual(1_000);
});

test('a visit gets a number and a source, for 30 minutes', () => {
  const { set } = visit({ referrer: 'https://search.example/x' });
  expect(set[0]).toMatch(/^jrk_session_id=[\w.]{12,};path=\/;max-age=1800;samesite=lax;secure$/);
  expect(set[1]).toBe('jrk_source=search.example;path=/;max-age=1800;samesite=lax;secure');
  expect(visit({ url: 'http://localhost:3000/a' }).set[1]).toBe('jrk_source=direct;path=/;max-age=1800;samesite=lax');
});

test('the source is the campaign before the referrer, never this site, and cannot break out of its cookie', () => {
  expect(
    visit({ url: 'https://nagrik.example/?utm_source=a;b%20%E0%A4%95', referrer: 'https://x.example/' }).set[1],
  ).toMatch(/^jrk_source=a%3Bb%20%E0%A4%95;path/);
  expect(visit({ referrer: 'https://nagrik.example/b' }).set[1]).toMatch(/^jrk_source=direct;/);
  expect(() =>
    visit({ url: `https://nagrik.example/?utm_source=${encodeURIComponent('😀'.repeat(90))}` }),
  ).not.toThrow();
});

test('a visit that has both keeps them', () => {
  const { set } = visit({ cookie: 'x=1; jrk_session_id=abc; jrk_source=news' });
  expect(set.map((text) => text.split(';')[0])).toEqual(['jrk_session_id=abc', 'jrk_source=news']);
});

test('dark only where it was chosen; storage that refuses is no crash', () => {
  expect(visit({ storage: { 'color-mode': 'dark' } }).dataset).toEqual({ mode: 'dark' });
  expect(visit({ storage: { 'color-mode': 'purple' } }).dataset).toEqual({});
  expect(visit({ storage: null, hasTags: true }).dataset).toEqual({});
});

test('the first touch brings React once; a signed-in visitor gets it at once', () => {
  const touched = visit({});
  touched.fire('load');
  expect(touched.added).toEqual([]);
  touched.fire('pointerdown');
  touched.fire('keydown');
  expect(touched.added).toEqual(['react']);
  const known = visit({ cookie: 'user_id=7' });
  known.fire('load');
  expect(known.added).toHaveLength(1);
});

test('tags: nobody is asked where none are configured; else one is asked once', () => {
  const without = visit({});
  without.fire('load');
  expect(without.bar.hidden).toBe(true);
  const asked = visit({ hasTags: true });
  asked.fire('load');
  expect(asked.bar.hidden).toBeFalsy();
  expect(asked.added).toEqual([]);
});

test('tags: loaded after yes, not after no, and never for a browser that says do not track', () => {
  const loads = (storage: Record<string, string>, navigator: object = {}) => {
    const { fire, added, bar } = visit({ hasTags: true, storage, navigator });
    fire('load');
    expect(bar.hidden).toBe(true);
    return added;
  };
  expect(loads({ consent: 'yes' })).toEqual(['tags']);
  expect(loads({ consent: 'no' })).toEqual([]);
  expect(loads({ consent: 'yes' }, { doNotTrack: '1' })).toEqual([]);
  expect(loads({ consent: 'yes' }, { globalPrivacyControl: true })).toEqual([]);
  expect(loads({}, { globalPrivacyControl: true })).toEqual([]);
});

test('a view is told once the page is there, with its address', () => {
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

test('no view is told of who said no, here or in the browser', () => {
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
