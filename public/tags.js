// Loaded only after the reader allowed it (src/pages/visit-script.ts, consent.ts). The owner's ids are on the consent bar.
// What was typed or searched stays here: Google gets paths, never a query, a number, an account or a code.
const { analytics, advertising } = document.getElementById('consent')?.dataset ?? {};

function load(source, attributes = {}) {
  const script = document.createElement('script');
  script.async = true;
  Object.assign(script, attributes, { src: source });
  document.head.append(script);
}

/** An address without its query and fragment; '' for what is none. */
function bare(address) {
  if (!URL.canParse(address)) return '';
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\d{6,}/g, 'x');
}

if (analytics) {
  window.dataLayer = window.dataLayer || [];
  const gtag = function gtag() { window.dataLayer.push(arguments); };
  window.gtag = gtag;
  gtag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'granted' });
  gtag('set', 'ads_data_redaction', true);
  gtag('js', new Date());
  gtag('config', analytics, {
    anonymize_ip: true,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    page_location: bare(location.href),
    page_referrer: bare(document.referrer),
    page_title: /[?#]/.test(location.href) ? location.pathname : document.title,
  });
  load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(analytics)}`);
}

// The advertising script reads the address itself, so what somebody typed is taken out of it first. It waits in the
// history's entry, for a reload.
const typed = /[?&](q|text)=/.test(location.search);
const [arrival] = performance.getEntriesByType('navigation');
const isBack = location.search === '' && arrival?.type !== 'navigate' && history.state?.typed;
if (advertising && isBack) location.replace(location.pathname + history.state.typed + location.hash);
else if (advertising) {
  if (typed) history.replaceState({ ...history.state, typed: location.search }, '', location.pathname + location.hash);
  window.adsbygoogle = window.adsbygoogle || [];
  window.adsbygoogle.requestNonPersonalizedAds = 1;
  load(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${encodeURIComponent(advertising)}`, { crossOrigin: 'anonymous' });
}
