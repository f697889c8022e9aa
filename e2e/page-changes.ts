// Changes that browsers, extensions and readers make to a page before its script runs. Each is passed to evaluate().

const textNodes = `
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() && !node.parentElement.closest('script, style, svg, textarea, option, title')) texts.push(node);
  }
  const fields = [...document.querySelectorAll('main input, main textarea, main select')].filter(
    (field) => field.type !== 'hidden' && !field.disabled,
  );
`;

export const changes: Record<string, string> = {
  'a translation wraps every text': `for (const node of texts) {
    const font = document.createElement('font');
    node.replaceWith(font);
    font.append(node);
  }`,
  'a translation wraps twice and writes another text': `for (const node of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = 'अनुवाद ' + node.data;
    outer.append(inner);
    node.replaceWith(outer);
  }
  document.documentElement.lang = 'hi';
  document.documentElement.className = 'translated-ltr';`,
  'a reader mode splits every text': `for (const node of texts) if (node.data.length > 3) node.splitText(2);`,
  'an extension puts elements around the page': `const box = () =>
    Object.assign(document.createElement('div'), { textContent: 'note of an extension' });
  document.body.prepend(box());
  document.body.append(box(), document.createElement('grammar-box'));
  document.documentElement.append(document.createElement('extension-root'));`,
  'an extension puts elements into everything': `for (const element of document.querySelectorAll('p, label, form, main, [data-island], [data-plain], li'))
    element.prepend(document.createElement('span'));`,
  'a password manager marks every field': `for (const field of fields) {
    field.setAttribute('data-lpignore', 'true');
    field.setAttribute('autocomplete', 'off');
    field.style.backgroundImage = 'none';
    field.after(document.createElement('icon-of-manager'));
  }`,
  'an ad blocker takes out pictures and hides asides': `document.querySelectorAll('img, iframe').forEach((element) => element.remove());
  document.head.append(Object.assign(document.createElement('style'), { textContent: '.ad, .ads { display: none }' }));`,
  'a dark theme writes styles everywhere': `for (const element of document.querySelectorAll('body *')) element.setAttribute('data-darkreader', '');
  document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');`,
  'comments and blanks between all elements': `for (const element of document.querySelectorAll('main *')) {
    element.before(document.createComment('x'));
    if (!element.closest('select, table, ul, ol, dl, svg')) element.after(' ');
  }`,
  'somebody has typed': `for (const field of fields) {
    if (field.matches('textarea, input:not([type=checkbox], [type=radio], [type=number], [type=date], [type=file])'))
      field.value = 'typed before the script';
    if (field.type === 'number') field.value = '35';
  }`,
  'somebody has ticked and chosen': `for (const field of fields) {
    if (field.type === 'checkbox') field.checked = !field.checked;
    if (field.type === 'radio') field.checked = true;
    if (field.tagName === 'SELECT') field.selectedIndex = field.options.length - 1;
  }`,
  'somebody is in the middle of a field': `const field = fields.findLast((each) => each.checkVisibility());
  if (field) {
    if (/^(text|search|tel|email)$/.test(field.type)) {
      field.value = 'abcdef';
      field.setSelectionRange(2, 4);
    }
    field.focus();
  }`,
};

/** Source text for evaluate(). @param name of `changes` */
export const changeBy = (name: string): string => `{${textNodes}${changes[name]}}`;

/** Source text for evaluate(): each text is replaced by a copy in a <font>, as a browser's translation does. */
export const translateAll = `{${textNodes}for (const node of texts) {
  const font = document.createElement('font');
  font.textContent = node.data;
  node.replaceWith(font);
}}`;

export type Seen = {
  /** Word counts, outside of what an island renders anew. */
  words: Record<string, number>;
  /** Form controls with their values. */
  controls: string[];
  focused: string;
};

/** Source text for evaluate(): what a reader can see and use. */
export const look = `(() => {
  // An island's own text is the island's; what it says of the reader's choice may change.
  const isApart = (element) => element.closest('script, style, [role=status], [role=alert], #visitor, [data-island=cart]') ||
    (element.closest('[data-island=finder]') && !element.closest('.asked, label'));
  const words = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { previousSibling, parentElement } = walker.currentNode;
    if (previousSibling instanceof Text || isApart(parentElement) || !parentElement.checkVisibility()) continue;
    // A text that was split is read as one.
    let data = '';
    for (let node = walker.currentNode; node instanceof Text; node = node.nextSibling) data += node.data;
    for (const word of data.split(/\\s+/)) if (word) words[word] = (words[word] ?? 0) + 1;
  }
  const nameOf = (element) => {
    if (!element || element === document.body) return '';
    const held = ['checkbox', 'radio'].includes(element.type) ? element.value + ' ' + element.checked : element.value;
    return [element.tagName, element.name, element.type, held].join(' ');
  };
  const controls = [...document.querySelectorAll('main input, main select, main textarea, main button')]
    .filter((element) => element.type !== 'hidden' && !element.closest('[data-island=cart]') && element.checkVisibility())
    .map((element) => (element.tagName === 'BUTTON' ? 'BUTTON ' + element.textContent.replace(/\\s+/g, ' ').trim() : nameOf(element)));
  const selection = document.activeElement?.selectionStart ?? '';
  return { words, controls, focused: nameOf(document.activeElement) + ' ' + selection };
})()`;
