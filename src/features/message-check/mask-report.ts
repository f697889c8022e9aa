const replacements: [RegExp, string][] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*/g, '{address}'],
  [/(?:https?:\/\/|hxxps?:\/\/|www\.)\S{1,300}/gi, '{link}'],
  [/(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}\/\S{0,300}/gi, '{link}'],
  [
    /(?:[a-z0-9-]{2,63}\.){1,6}(?:com|in|org|net|info|xyz|top|online|site|shop|club|app|link|cc|me|io|ly)(?![a-z])/gi,
    '{link}',
  ],
  [/[+(]?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){5,}/gu, '{number}'],
];

/** A message as editors may see it: mail and UPI addresses, links and numbers of six and more digits are replaced. */
export const maskReport = (text: string): string =>
  replacements.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), text);
