import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderCommunityText } from '../../features/communities/render-community-text.server.ts';
import { renderMarkdown } from './render-markdown.server.ts';

const article = (text: string) => renderMarkdown(text, { lang: 'hi' } as never).html;
const ways = [
  ['a post', (text: string) => renderCommunityText(text)],
  ['an article', article],
] as const;
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replace(/\/$/, ''));
const data = process.env.NAGRIK_DATA;
const given = <Case>(file: string): Case[] =>
  data && existsSync(`${data}/bugs/${file}`) ? JSON.parse(readFileSync(`${data}/bugs/${file}`, 'utf8')).cases : [];

describe.each(ways)('a bare address in %s', (_, render) => {
  it.each([
    ['देखें https://aadhaar.example.in। फिर', 'https://aadhaar.example.in'],
    ['https://a.example.in/faq॥', 'https://a.example.in/faq'],
    ['‘https://a.example.in/x’ पर', 'https://a.example.in/x'],
    ['«https://a.example.in/x»', 'https://a.example.in/x'],
    ['https://a.example.in/x — यहाँ', 'https://a.example.in/x'],
    ['https://a.example.in/x—यहाँ', 'https://a.example.in/x'],
    ['https://a.example.in/x?।', 'https://a.example.in/x'],
    ['https://a.example.inपर', 'https://a.example.in'],
    ['https://a.example.in/hiமற்றும்', 'https://a.example.in/hi'],
    ['www.a.example.in।', 'http://www.a.example.in'],
    ['https://a.example.in/a_(b)', 'https://a.example.in/a_(b)'],
    ['(देखें https://a.example.in/faq)। फिर', 'https://a.example.in/faq'],
    ['(https://a.example.in/a_(b))। फिर', 'https://a.example.in/a_(b)'],
    ['[https://a.example.in/faq]॥', 'https://a.example.in/faq'],
    ['(https://a.example.in)। फिर', 'https://a.example.in'],
    ['(www.a.example.in/x)। फिर', 'http://www.a.example.in/x'],
    ['(www.a.example.in)।', 'http://www.a.example.in'],
    ['**https://a.example.in**। फिर', 'https://a.example.in'],
    ['https://a.example.in/x?y=1&z=2#k', 'https://a.example.in/x?y=1&#x26;z=2#k'],
    ['https://a.example.in:8080/x', 'https://a.example.in:8080/x'],
    ...given<{ text: string; href: string }>('07-autolink-ends-before-punctuation.json').map(
      ({ text, href }) => [text, href] as [string, string],
    ),
  ])('ends where a reader sees it end: %s', (text, href) => {
    expect(hrefs(render(text)).map((one) => one.replaceAll('&#x26;', '&'))).toEqual([href.replaceAll('&#x26;', '&')]);
  });

  it('keeps Devanagari inside a path', () => {
    expect(hrefs(render('https://hi.example.org/wiki/भारत देखें')).map(decodeURIComponent)).toEqual([
      'https://hi.example.org/wiki/भारत',
    ]);
  });

  it.each(['https://раytm.com/bill', 'https://pаytm.com', 'https://paytm.cоm', 'https://।', 'https://भारत'])(
    'is none where its host has other letters: %s',
    (text) => {
      expect(render(text)).not.toContain('href');
    },
  );

  it.each([
    ['**https://a.example.in**। फिर', '<strong>', 'https://a.example.in'],
    ['*www.a.example.in/x*। **और** यह', '<em>', 'www.a.example.in/x'],
    ['यहाँ **देखें: https://a.example.in/x**। फिर **और** यह', '<strong>', 'देखें: https://a.example.in/x'],
  ])('ends an emphasis: %s', (text, tag, shown) => {
    const html = render(text);
    const inside = html.slice(html.indexOf(tag), html.indexOf(tag.replace('<', '</')));
    expect(inside.replace(/<[^>]*>/g, '')).toBe(shown);
    expect(html.replace(/<[^>]*>/g, '').trim()).toBe(text.replaceAll('*', ''));
  });

  it('leaves asterisks that open nothing', () => {
    expect(render('2 ** 3, https://a.example.in**। फिर')).toMatch(
      /2 \*\* 3, <a[^>]*>https:\/\/a.example.in<\/a>\*\*। फिर/,
    );
  });

  it('leaves the text as it was', () => {
    const text = '“https://a.example.in/x”। और *https://b.example.in…*';
    expect(
      render(text)
        .replace(/<[^>]*>/g, '')
        .trim(),
    ).toBe('“https://a.example.in/x”। और https://b.example.in…');
  });
});

describe.each(ways)('asterisks in %s', (_, render) => {
  it.each([
    '₹500*12*2 = 12000',
    'Rent 8000*11 + deposit 2*8000',
    '५००*१२*२',
    '2**3**4',
    ...given<string>('09-sum-with-asterisks.json'),
  ])('stay between digits: %s', (text) => {
    const html = render(text);
    expect(html).not.toMatch(/<em|<strong/);
    expect(html.split('*')).toHaveLength(text.split('*').length);
  });

  it.each([
    ['**ध्यान दें:**कल', '<strong>ध्यान दें:</strong>कल'],
    ['**(फ़ॉर्म 6)**में', '<strong>(फ़ॉर्म 6)</strong>में'],
    ['इसमें**(फ़ॉर्म 6)**में', 'इसमें<strong>(फ़ॉर्म 6)</strong>में'],
    ['**“ரேஷன்”**இல்', '<strong>“ரேஷன்”</strong>இல்'],
    ['*Note:* text and **bold**, *it*', '<em>Note:</em> text and <strong>bold</strong>, <em>it</em>'],
    ['a * b * c', 'a * b * c'],
    ['snake*case*word', 'snake<em>case</em>word'],
  ])('make %s', (text, html) => {
    expect(render(text)).toContain(html);
  });
});

describe('a link in a post', () => {
  it.each(['Https://a.example.in पर', '[फ़ॉर्म](HTTPS://a.example.in)', '[लिखें](MAILTO:a@example.in)'])(
    'works in capitals: %s',
    (text) => {
      expect(hrefs(renderCommunityText(text))[0]).toMatch(/^(?:https:\/\/a\.example\.in|mailto:a@example\.in)$/i);
    },
  );

  it.each([
    '[x](https://pay.example@evil.example/x)',
    'https://pay.example@evil.example',
    '[x](https://аррӏе.example)',
    '[x](https://xn--80ak6aa92e.example)',
    '[x](https://раypal.example)',
    '[x](http://3325256711/)',
    '[a@pay.example](mailto:a@pay.example?subject=x&bcc=b@evil.example)',
  ])('that hides where it leads is text: %s', (text) => {
    expect(renderCommunityText(text)).not.toContain('href');
  });

  it.each([
    ['[https://pay.example](https://pay-example.evil.example/login)', '(pay-example.evil.example)'],
    ['[**pay.example**](https://evil.example)', '(evil.example)'],
    ['[pay.examp\u200ble](https://evil.example)', '(evil.example)'],
    ['[यहाँ pay.example पर](https://evil.example)', '(evil.example)'],
    ['[https://सरकार.भारत](https://evil.example)', '(evil.example)'],
    ['[www.भारत.भारत](https://evil.example)', '(evil.example)'],
    ['[सरकार.भारत](https://evil.example)', '(evil.example)'],
    ['[டிஜிட்டல்.இந்தியா](https://evil.example)', '(evil.example)'],
    ['[pay。example](https://evil.example)', '(evil.example)'],
    ['[pay·example](https://evil.example)', '(evil.example)'],
    ['[рay•example](https://evil.example)', '(evil.example)'],
    ['[pay\u200a.\u200aexample](https://evil.example)', '(evil.example)'],
    ['[http://198.51.100.7/pay](https://evil.example)', '(evil.example)'],
    ['[http://\\[2001:db8::7\\]/](https://evil.example)', '(evil.example)'],
  ])('shows the host that it leads to: %s', (text, shown) => {
    expect(renderCommunityText(text)).toContain(shown);
    expect(article(text)).toContain(shown);
  });

  it.each(['B.Ed', 'M.Sc', 'D.El.Ed', 'S.No', 'Sr.No'])('takes no abbreviation for a host: %s', (text) => {
    expect(article(`[${text}](https://college.example)`)).not.toContain('(college.example)');
    for (const other of [`${text}.example`, `www.${text}`, text.toLowerCase()])
      expect(article(`[${other}](https://college.example)`), other).toContain('(college.example)');
  });

  it.each([
    '[pay](https://evil.example).example',
    'pay.[exa](https://evil.example)mple',
    '[pay](https://evil.example)[.](https://evil.example)[example](https://evil.example)',
    '**pay.**[example](https://evil.example)',
    'https\\://pay.*[example](https://evil.example)*',
  ])('shows the host where a part of another one is the link: %s', (text) => {
    expect(renderCommunityText(text)).toContain('(evil.example)');
  });

  it.each(['[a@pay.example](mailto:b@evil.example)', '[pay.example](mailto:b@evil.example)'])(
    'shows the mailbox that it leads to: %s',
    (text) => {
      expect(renderCommunityText(text)).toContain('(b@evil.example)');
    },
  );

  it('is never written backwards', () => {
    expect(renderCommunityText('\u202e[a](https://b.example)') + renderCommunityText('plain \u202dtext')).not.toMatch(
      /[\u202d\u202e]/,
    );
  });

  it.each([
    '[pay.example](https://www.pay.example/x)',
    '[form.pdf](https://pay.example/form.pdf)',
    '[साइट](https://pay.example)',
    '[a@pay.example](mailto:a@pay.example)',
    '[लिखें](mailto:a@pay.example?subject=RTI)',
    'http://198.51.100.7/form',
  ])('stays as it is where nothing is hidden: %s', (text) => {
    expect(renderCommunityText(text)).toMatch(/^<p><a [^>]*>[^<]*<\/a><\/p>$/);
  });
});

it('finds a heading by its own words', () => {
  expect(article('## पात्रता\n\n[देखें](#पात्रता) [again](#s-patrata)')).toMatch(
    /id="(s-[a-z-]+)".*href="#\1".*href="#\1"/s,
  );
});
