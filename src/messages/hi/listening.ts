import type * as source from '../listening.ts';

export const listening = {
  listen: 'सुनें',
  pause: 'रोकें',
  goOn: 'आगे सुनें',
  stop: 'बंद करें',
  speed: (times) => `रफ़्तार ${times}×`,
  noVoice: (language) => `इस फ़ोन या कंप्यूटर में ${language} की आवाज़ नहीं है। इसे सेटिंग में ‘टेक्स्ट-टू-स्पीच’ से जोड़ सकते हैं।`,
  failed: 'आवाज़ रुक गई। अपना इंटरनेट देखें और फिर कोशिश करें।',
  speak: 'बोलें',
  speakNow: 'अब बोलें। लिखने के लिए ब्राउज़र आपकी आवाज़ अपनी कंपनी को भेज सकता है।',
  notHeard: 'कुछ सुनाई नहीं दिया। इस साइट को माइक की इजाज़त दें और फिर कोशिश करें।',
} satisfies typeof source.listening;
