import { catalogue } from './catalogue.ts';

// Reading a page aloud, and typing by voice.

export const listening = catalogue({
  listen: 'Listen',
  pause: 'Pause',
  goOn: 'Go on',
  stop: 'Stop',
  speed: (times: number) => `Speed ${times}×`,
  noVoice: (language: string) =>
    `This device has no voice for ${language}. You can add one in its settings, under text-to-speech.`,
  failed: 'The voice stopped. Check your internet connection and try again.',
  speak: 'Speak',
  speakNow: 'Speak now. Your browser may send your voice to its maker to write it down.',
  notHeard: 'Nothing was heard. Allow the microphone for this site, and try again.',
});
