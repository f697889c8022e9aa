// @runs slow
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inLanguage, requestContext } from '../platform/http/request-context.server.ts';
import { formatDate } from '../ui/format.ts';
import { addTranslation, catalogue, takeLanguageFrom } from './catalogue.ts';

describe('sentences by language', () => {
  const words = catalogue({ hello: 'Good morning', many: (count: number) => `${count} letters` });
  addTranslation(words, 'hi', { hello: 'नमस्ते', many: (count) => `${count} चिट्ठियाँ` });

  it('are in the language of what is being answered, and in English where nothing is', () => {
    expect(words.hello).toBe('Good morning');
    expect(inLanguage('hi', () => [words.hello, words.many(3)])).toEqual(['नमस्ते', '3 चिट्ठियाँ']);
    expect(inLanguage('ta', () => words.hello)).toBe('Good morning');
    expect(inLanguage('hi', () => formatDate('2026-11-21T12:00:00Z'))).toBe('21 नवंबर 2026');
  });

  it('do not mix where two answers are under way at once', async () => {
    const answer = (language: 'en' | 'hi', pause: number) =>
      requestContext.run({ requestId: 'test', readsReplica: false, language }, async () => {
        await wait(pause);
        return words.hello;
      });
    expect(await Promise.all([answer('hi', 5), answer('en', 1), answer('hi', 1), answer('en', 5)])).toEqual([
      'नमस्ते',
      'Good morning',
      'नमस्ते',
      'Good morning',
    ]);
  });

  it('are read by no module while it loads', async () => {
    const isServed = (file: string) => !/\.test\.tsx?$|\/client\/start|entry\.|worker/.test(file);
    const files = globSync('src/{pages,features,ui,platform}/**/*.{ts,tsx}').filter(isServed);
    expect(files.length).toBeGreaterThan(300);
    const readBy = new Set<string>();
    let loading = '';
    takeLanguageFrom(() => {
      readBy.add(loading);
      return 'en';
    });
    try {
      for (loading of files) await import(pathToFileURL(resolve(loading)).href);
    } finally {
      takeLanguageFrom(() => requestContext.getStore()?.language ?? 'en');
    }
    expect([...readBy]).toEqual([]);
  }, 120_000);
});
