const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bKaiOS\b/, 'KaiOS'],
  [/\bLinux\b/, 'Linux'],
];
const firstOf = (known: [RegExp, string][], userAgent: string) =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1];

/** As in 'Chrome on Android': enough to recognise one's own device, too coarse for fingerprinting. */
export function describeDevice(userAgent: string): string {
  const browser = firstOf(browsers, userAgent.slice(0, 500));
  const system = firstOf(systems, userAgent.slice(0, 500));
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'An app or another program');
}
