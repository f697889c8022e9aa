// The one script of a public page: colour mode before the first paint, the two visit cookies, React on demand, the beacon of a view,
// and, where the owner has tags, whether to ask about them. Allowed by its hash, so it is the same on every page.

const colourMode = `try{localStorage['color-mode']=='dark'&&(d.documentElement.dataset.mode='dark')}catch{}`;

// A visit keeps what it has; 30 minutes more with every page.
const cookies = `let c=n=>d.cookie.match('(^| )'+n+'=([^;]*)')?.[2],k=(n,v)=>d.cookie=n+'='+(c(n)||v)+';path=/;max-age=1800;samesite=lax'+(l.protocol[5]?';secure':''),u=d.referrer.split('/')[2];
k('jrk_session_id',Math.random());
k('jrk_source',encodeURIComponent([...new URL(l).searchParams.get('utm_source')||u!=l.host&&u||'direct'].slice(0,80).join('')));`;

// React waits as a script of no kind (finish-document.server.ts), as do the owner's tags (consent-bar.tsx), and runs once it has one and is put in again:
// no text or address is made into a script, so trusted types have nothing to ask. What is clicked before it is ready is clicked again once it is.
const onDemand = `let f,p,r=n=>{n.type='module';n.after(n)},h=()=>f||r(held,f=1);
w('pointerdown',h);w('keydown',h);w('focusin',h);
w('click',e=>f>8||(p=e.target.closest('[data-act]')),1);w('nagrik:ready',()=>{f=9;p?.click()});`;

// React at once for someone signed in, and where something has the id 'now'. A browser that says 'do not track' has answered for its owner:
// nothing is counted and no tag is loaded.
const onLoad = (tags: string) => `w('load',()=>{(c('user_id')||self.now)&&h();
try{let a=navigator,v=localStorage.consent;a.globalPrivacyControl||a.doNotTrack>0||(${tags}v=='no'||a.sendBeacon('/api/track','{"name":"view","path":"'+l+'"}'))}catch{}})`;
const consent = `v=='yes'?r(ownTags):v||(consent.hidden=0),`;

const scriptOf = (...parts: string[]) =>
  `{let d=document,w=addEventListener,l=location;${parts.join('')}}`.replaceAll('\n', '');

/** @param hasTags analytics or advertising is configured */
export const visitScript = (hasTags: boolean): string => (hasTags ? withTags : withoutTags);

const withoutTags = scriptOf(colourMode, cookies, onDemand, onLoad(''));
const withTags = scriptOf(colourMode, cookies, onDemand, onLoad(consent));
