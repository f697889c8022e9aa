import { expect, it } from 'vitest';
import { htmlToMarkdown, withoutRawHtml } from './html-to-markdown.server.ts';

const page = 'https://old.example/guides/7/';
const convert = (html: string) => htmlToMarkdown(html, { baseUrl: page });

it('a table of contents leads to our headings, whatever the source called them', () => {
  const { markdown, notes } = convert(`
    <ul><li><a href="#who_can">Who</a></li><li><a href="${page}#h-papers-2">Papers again</a></li>
    <li><a href="#kagaz">काग़ज़</a></li><li><a href="#fees">Fees</a></li></ul>
    <h2><span id="who_can">Who can apply</span></h2><p>All.</p><h2>Papers</h2><p>One.</p>
    <h2 id="h-papers-2">Papers</h2><p>Two.</p><p><a name="kagaz"></a></p><h3>काग़ज़</h3><p>Three.</p>
    <a id="fees"></a><h2>What it costs</h2><p>Nothing.</p>`);
  for (const link of [
    '[Who](#s-who-can-apply)',
    '[Papers again](#s-papers-2)',
    '[काग़ज़](#s-kagaz)',
    '[Fees](#s-what-it-costs)',
  ])
    expect(markdown).toContain(link);
  expect(notes).toEqual([]);
});

it('a link whose place is gone keeps its words, and the report says so', () => {
  const { markdown, notes } = convert('<h2>One</h2><p><a href="#nowhere">See below</a>, <a href="#top">up</a></p>');
  expect(markdown).toBe('## One\n\nSee below, up');
  expect(notes).toEqual(['Left out: the address of a link within the page, which leads nowhere.']);
});

it('notes stay notes: of WordPress’ block and of Markdown beside HTML', () => {
  const { markdown } = convert(
    '<p>₹10<sup data-fn="x9" class="fn"><a href="#x9" id="x9-link">1</a></sup> and<sup class="fn"><a href="#y8">2</a></sup>.</p>' +
      '<ol class="wp-block-footnotes"><li id="x9">Rule 3 <a href="#x9-link">↩︎</a></li><li id="y8"><p>Rule <em>4</em></p></li></ol>',
  );
  expect(markdown).toBe('₹10[^1] and[^2].\n\n[^1]: Rule 3\n\n[^2]: Rule *4*');
  expect(withoutRawHtml('Fee[^a] <b>now</b>.\n\n[^a]: Of 2024.').markdown).toBe('Fee[^1] **now**.\n\n[^1]: Of 2024.');
});

it('relative addresses start at the piece itself', () => {
  const { markdown, images } = convert(
    '<p><a href="../6/">before</a> <a href="/a.pdf">form</a> <img src="x.jpg" alt="X"></p>',
  );
  expect(markdown).toContain('[before](https://old.example/guides/6/) [form](https://old.example/a.pdf)');
  expect(images).toEqual([{ url: 'https://old.example/guides/7/x.jpg', alt: 'X' }]);
});

it('a picture that waits for a script has its own address, by whatever name', () => {
  for (const name of ['data-src', 'data-lazy-src', 'data-original'])
    expect(convert(`<img src="data:image/gif;base64,R0" ${name}="/c.jpg" alt="C">`).images).toEqual([
      { url: 'https://old.example/c.jpg', alt: 'C' },
    ]);
});

it('cards of Ghost are links to what they show, without the texts of a player', () => {
  const { markdown, notes } = convert(`
    <figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://pib.example/x"><div class="kg-bookmark-content">
    <div class="kg-bookmark-title">The order</div><div class="kg-bookmark-description">In short</div><span class="kg-bookmark-publisher">PIB</span></div></a></figure>
    <div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/f.pdf"><div class="kg-file-card-title">Form 9</div>
    <div class="kg-file-card-filename">f.pdf</div><div class="kg-file-card-filesize">9 KB</div></a></div>
    <div class="kg-card kg-audio-card"><img class="kg-audio-thumbnail" src="" alt="audio-thumbnail"><audio src="/content/media/a.mp3"></audio>
    <div class="kg-audio-title">Listen</div><div class="kg-audio-player">0:00 / 184.5</div></div>
    <figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/content/media/v.mp4"></video><span>3:25</span></div><figcaption>How to</figcaption></figure>
    <div class="kg-card kg-signup-card"><h2>Join</h2><form><input type="email"></form></div>`);
  expect(markdown.split('\n\n')).toEqual([
    '[The order](https://pib.example/x) (In short)',
    '[Form 9](https://old.example/content/files/f.pdf) (f.pdf, 9 KB)',
    '[Listen](https://old.example/content/media/a.mp3)',
    '[How to](https://old.example/content/media/v.mp4)',
  ]);
  expect(notes).toEqual(['Left out: a form to sign up.']);
});

it('a bookmark of another page of the same site leads to it, though the site has no address', () => {
  const card = (address: string) =>
    `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${address}"><div class="kg-bookmark-title">Fees</div></a></figure>`;
  expect(htmlToMarkdown(card('/fees/')).markdown).toBe('[Fees](/fees/)');
  expect(htmlToMarkdown(card('//evil.example/')).markdown).toBe('[Fees](https://evil.example/)');
  expect(htmlToMarkdown(card('/\\\\evil.example/')).markdown).toBe('Fees');
});

it('a file card whose address is unknown keeps its words, and the report says so', () => {
  const { markdown, notes } = htmlToMarkdown(
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href=""><div class="kg-file-card-title">Form 9</div><div class="kg-file-card-filename">f.pdf</div></a></div>',
  );
  expect([markdown, notes]).toEqual(['Form 9, f.pdf', ['Left out: a file without an address.']]);
});
