import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chatToMarkdown } from './clean-chat.ts';
import { htmlToCleanMarkdown } from './clean-paste.ts';
import { blocks, insertBlock, toggleBold, toggleHeading } from './insert-block.ts';
import { shownText, storedText } from './line-ends.ts';
import { mergeTexts } from './merge-texts.ts';
import { wordChanges } from './word-changes.ts';

const text = fc
  .array(fc.constantFrom('a', 'ration ', 'राशन', '\n', '\r\n', '\r', '\n\n', '₹5 ', '|', ' ', ':::steps'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));
const lf = text.map(shownText);

it('stores the same bytes for a text that nobody touched, whatever its line ends', () => {
  fc.assert(fc.property(text, (stored) => storedText(stored, shownText(stored)) === stored));
});

it('stores what was typed, and shows it again as it was typed', () => {
  fc.assert(fc.property(text, lf, (stored, typed) => shownText(storedText(stored, typed)) === typed));
});

it('changes only the bytes of the line where a word changed', () => {
  const stored = 'One\r\nTwo\nThree\r\n\r\nFour\r';
  expect(storedText(stored, 'One\nTwo\nThree and a half\n\nFour\n')).toBe('One\r\nTwo\nThree and a half\r\n\r\nFour\r');
});

it('merges changes of different lines, and loses no line where both changed the same', () => {
  expect(mergeTexts('a\nb\nc\n', 'a1\nb\nc\n', 'a\nb\nc2\n')).toEqual({ text: 'a1\nb\nc2\n', clashes: 0 });
  const clash = mergeTexts('a\nb\nc\n', 'a\nmine\nc\n', 'a\ntheirs\nc\n');
  expect(clash).toEqual({ text: 'a\n<<<<\nmine\n====\ntheirs\n>>>>\nc\n', clashes: 1 });
  fc.assert(
    fc.property(lf, lf, lf, (base, mine, theirs) => {
      const merged = mergeTexts(base, mine, theirs);
      if (mine === base) return merged.text === theirs;
      if (theirs === base || mine === theirs) return merged.text === mine;
      const lines = new Set(merged.text.split('\n'));
      const added = (from: string) => from.split('\n').filter((line) => !base.split('\n').includes(line));
      return [...added(mine), ...added(theirs)].every((line) => lines.has(line) || merged.text.includes(line));
    }),
  );
});

it('tells what differs by word in every script', () => {
  expect(wordChanges('शुल्क 50 रुपये', 'शुल्क 75 रुपये').filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'gone', text: '50' },
    { kind: 'added', text: '75' },
  ]);
  fc.assert(
    fc.property(lf, lf, (before, after) => {
      const changes = wordChanges(before, after);
      const side = (without: string) =>
        changes
          .filter(({ kind }) => kind !== without)
          .map((change) => change.text)
          .join('');
      return side('gone') === after && side('added') === before;
    }),
  );
});

it('takes words, headings, lists, bold and links from Word and Google Docs, and no styles', () => {
  const word = `<html><style>p{color:red}</style><!--StartFragment--><h1>Fees</h1>
    <p class=MsoNormal><b>Nothing</b> to pay<o:p></o:p></p>
    <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.</span>Open</p>
    <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>Send</p><!--EndFragment--></html>`;
  expect(htmlToCleanMarkdown(word)).toBe('## Fees\n\n**Nothing** to pay\n\n1. Open\n2. Send');
  const item = (list: string, mark: string, words: string) =>
    `<p style='mso-list:${list} level1'><span style='mso-list:Ignore'>${mark}</span>${words}</p>`;
  const bothKinds = item('l0', '1.', 'Open') + item('l0', '2.', 'Send') + item('l1', '·', 'Free');
  expect(htmlToCleanMarkdown(bothKinds)).toBe('1. Open\n2. Send\n\n- Free');
  const goesOn = bothKinds + item('l0', '3.', 'Wait');
  expect(htmlToCleanMarkdown(goesOn)).toBe('1. Open\n2. Send\n\n- Free\n\n3. Wait');
  const docs =
    '<b style="font-weight:normal"><p><span style="font-weight:700">Who</span><span style="font-style:italic"> pays</span></p></b>';
  expect(htmlToCleanMarkdown(docs)).toBe('**Who** *pays*');
  const hostile = htmlToCleanMarkdown(
    '<script>alert(1)</script><p onclick=x>Hi <a href="javascript:alert(1)">there</a><img src=x onerror=y></p>',
  );
  expect(hostile).toBe('Hi there');
});

it('turns the signs of WhatsApp into markdown, and leaves other text alone', () => {
  expect(chatToMarkdown('[21/11/26, 10:15:02 am] Asha: *Bring* the card')).toBe('**Bring** the card');
  expect(chatToMarkdown('**bold** and *one*')).toBe('**bold** and *one*');
  expect(chatToMarkdown('5 * 4 = 20')).toBe('5 * 4 = 20');
});

it('inserts blocks with empty lines around them', () => {
  const { from, to, text: block } = insertBlock({ text: 'One\nTwo', from: 1, to: 1 }, ':::note\nX\n:::');
  expect(`One\nTwo`.slice(0, from) + block + 'One\nTwo'.slice(to)).toBe('One\n\n:::note\nX\n:::\n\nTwo');
  expect(toggleBold({ text: 'a b', from: 2, to: 3 }).text).toBe('**b**');
  expect(toggleHeading({ text: '## Title', from: 4, to: 4 }).text).toBe('### Title');
});

it('inserts no block into the one that was inserted last, whose sample text is still selected', () => {
  const write = (text: string, { from, to, text: added, select }: ReturnType<typeof insertBlock>) => ({
    text: text.slice(0, from) + added + text.slice(to),
    from: select[0],
    to: select[1],
  });
  const add = (now: { text: string; from: number; to: number }, block: string) =>
    write(now.text, insertBlock(now, block));
  const [steps, table, note] = [blocks.steps(), blocks.table(), blocks.call('note', '')];
  const bare = (block: string) => block.replace(/[⟦⟧]/g, '');
  const all = [steps, table, note, table].reduce(add, { text: 'One', from: 3, to: 3 });
  expect(all.text.trim()).toBe(['One', ...[steps, table, note, table].map(bare)].join('\n\n'));
});
