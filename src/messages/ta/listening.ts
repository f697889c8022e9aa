import type * as source from '../listening.ts';

export const listening = {
  listen: 'கேளுங்கள்',
  pause: 'நிறுத்தி வை',
  goOn: 'தொடர்',
  stop: 'முடி',
  speed: (times) => `வேகம் ${times}×`,
  noVoice: (language) => `இந்தச் சாதனத்தில் ${language} குரல் இல்லை. அமைப்புகளில் ‘டெக்ஸ்ட்-டு-ஸ்பீச்’ பகுதியில் சேர்க்கலாம்.`,
  failed: 'குரல் நின்றுவிட்டது. இணைய இணைப்பைப் பார்த்து மீண்டும் முயலுங்கள்.',
  speak: 'பேசு',
  speakInto: (field) => `பேசு: ${field}`,
  speakNow: 'இப்போது பேசுங்கள். எழுதுவதற்காக உலாவி உங்கள் குரலை அதன் நிறுவனத்துக்கு அனுப்பலாம்.',
  notHeard: 'எதுவும் கேட்கவில்லை. இந்தத் தளத்துக்கு மைக் அனுமதி கொடுத்து மீண்டும் முயலுங்கள்.',
} satisfies typeof source.listening;
