/** Whether this browser writes down what is said (islands/speak-into.ts). */
export const hearsSpeech = (): boolean => 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;
