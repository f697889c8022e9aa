/** Whether this browser writes down what is said (islands/speak-into.ts). */
export const recognisesSpeech = (): boolean => 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;
