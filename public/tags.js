// Loaded only after the reader allowed it (src/pages/visit-script.ts, consent.ts). The owner's ids are on the consent bar.
// What people search for is theirs: where typed words stand in the address, its query is cut off before a tag reads it.
// It waits in the history's entry, for a reload. Analytics gets no number, account or code either.
const { analytics, advertising } = document.getElementById('consent')?.dataset ?? {};

function load(source, attributes = {}) {
  const script = document.createElement('script');
  script.async = true;
  Object.assign(script, attributes, { src: source });
  document.head.append(script);
}

/** An address without numbers; of its query, only the campaign and the page of a list. */
function bare(address) {
  if (!URL.canParse(address)) return '';
  const { origin, pathname, searchParams } = new URL(address);
  const named = [...searchParams].filter(([name]) => /^(utm_\w+|page|kind|filter)$/.test(name));
  const query = new URLSearchParams(named).toString();
  return (origin + pathname + (query && `?${query}`)).replace(/\d{6,}/g, 'x');
}

// Also what leads back to such an address, and the key of a link in a mail.
const typed = /[?&](q|text|title|redirect|callbackUrl|key)=/i.test(location.search);
const [arrival] = performance.getEntriesByType('navigation');
const isBack = location.search === '' && arrival?.type !== 'navigate' && history.state?.typed;

function loadTags() {
  const title = /[?#]/.test(location.href) ? location.pathname : document.title;
  if (typed) history.replaceState({ ...history.state, typed: location.search }, '', location.pathname + location.hash);
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
      page_title: title,
    });
    load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(analytics)}`);
  }
  if (advertising) {
    window.adsbygoogle = window.adsbygoogle || [];
    window.adsbygoogle.requestNonPersonalizedAds = 1;
    load(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${encodeURIComponent(advertising)}`, { crossOrigin: 'anonymous' });
  }
}

if (isBack) location.replace(location.pathname + history.state.typed + location.hash);
else loadTags();
