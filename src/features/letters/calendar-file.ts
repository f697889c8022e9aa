import type { Day } from './indian-days.ts';
import { addDays } from './indian-days.ts';
import { siteName } from '../../messages/site-name.ts';

const bytesOf = (text: string) => Buffer.byteLength(text);

/** RFC 5545: commas, semicolons, backslashes and line breaks of a text value. */
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** RFC 5545: lines of at most 75 bytes, continued by a space. */
function folded(line: string): string {
  const parts = [''];
  for (const character of line) {
    const last = parts.at(-1)!;
    if (bytesOf(last) + bytesOf(character) > (parts.length === 1 ? 75 : 74)) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  return parts.join('\r\n ');
}

type Event = { id: string; day: Day; title: string; text: string; address: string; now: Date };

/** An all-day event with an alarm at nine in the morning, as an iCalendar file. */
export function calendarFile({ id, day, title, text, address, now }: Event): string {
  const compact = (one: Day) => one.replaceAll('-', '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(siteName())}//Letters//EN`,
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:PT9H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
