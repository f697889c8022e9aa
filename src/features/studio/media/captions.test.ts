import { describe, expect, it } from 'vitest';
import { readCaptions } from './captions.ts';

const problem = (text: string) => {
  const read = readCaptions(text);
  return read.ok ? 'taken' : read.problem;
};

describe('captions', () => {
  it('typed as lines with times end where the next begin', () => {
    expect(
      readCaptions('0:01 नमस्ते\n0:03.5 Fees: 50 < 100 & more\nsecond line\n\n1:00 - 1:02 The end\n2:05 Bye'),
    ).toEqual({
      ok: true,
      vtt: `WEBVTT

00:00:01.000 --> 00:00:03.500
नमस्ते

00:00:03.500 --> 00:00:13.500
Fees: 50 &lt; 100 &amp; more
second line

00:01:00.000 --> 00:01:02.000
The end

00:02:05.000 --> 00:02:09.000
Bye
`,
    });
  });

  it('of a file lose styles, notes, numbers and markup that could do something', () => {
    const file =
      '\ufeffWEBVTT - a title\r\n\r\nSTYLE\r\n::cue { background: url(https://x.example) }\r\n\r\nNOTE secret\r\n\r\n1\r\n00:01.000 --> 00:02.500 position:10%\r\n<v Asha>Hello <c.red>you</c>\r\n<script>alert(1)</script> <i>now</i>\r\n';
    expect(readCaptions(file)).toEqual({
      ok: true,
      vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<v Asha>Hello you\nalert(1) <i>now</i>\n',
    });
    expect(readCaptions('1\n00:00:01,200 --> 00:00:02,000\nFrom SRT\n')).toEqual({
      ok: true,
      vtt: 'WEBVTT\n\n00:00:01.200 --> 00:00:02.000\nFrom SRT\n',
    });
  });

  it('are the same when they are read again', () => {
    const first = readCaptions('0:01 One & two\n0:03 Three');
    expect(first.ok && readCaptions(first.vtt)).toEqual(first);
  });

  it.each([
    ['', 1, 'none'],
    ['WEBVTT\n\nno cue', 3, 'time'],
    ['words without a time', 1, 'time'],
    ['0:01 one\n0:75 two', 2, 'time'],
    ['0:05 one\n0:03 two', 2, 'order'],
    ['0:05 one\n0:05 two', 2, 'order'],
    ['0:05 - 0:04 one', 1, 'order'],
    ['0:05\n0:06 two', 1, 'empty'],
    ['WEBVTT\n\n00:01.000 --> soon\nx\n\n00:02.000 --> 00:03.000\ny', 3, 'time'],
    [
      Array.from({ length: 2_001 }, (_, at) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')} x`).join(
        '\n',
      ),
      2_001,
      'many',
    ],
  ])('%j is refused with its line', (text, line, why) => {
    expect(problem(text)).toEqual({ line, why });
  });
});
