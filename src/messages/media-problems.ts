import { catalogue } from './catalogue.ts';

/** Why an uploaded file is refused. */
const mediaProblemsInEnglish = {
  unknown: 'Send a picture (JPEG, PNG, WebP, AVIF, GIF), a clip (MP4 with H.264, or WebM) or captions (WebVTT).',
  otherName: 'The name of this file says something else than what is in it. Nothing was kept.',
  largeFile: 'A file can have 60 MB.',
  largeProof: 'The proof can have 5 MB.',
  proofKind: 'Send a picture (JPEG, PNG, WebP, AVIF, GIF) or a PDF.',
  largePicture: 'A picture can have 25 MB.',
  manyPoints:
    'This picture has too many points to be opened here (at most 50 million, fewer in some forms). Save it smaller, with 8 bits a colour, and not interlaced or progressive.',
  damagedPicture: 'This picture is damaged: it cannot be opened.',
  largeCaptions: 'Captions can have 512 kB.',
  film: {
    damaged:
      'This clip is damaged or cut off, so the place and the device’s name could not be taken out. Film or save it again.',
    otherTrack:
      'This clip has more than picture and sound, and that cannot be taken out. Save it as MP4 and send it again.',
    sound: 'Browsers cannot play the sound of this clip. Save it as MP4 with AAC and send it again.',
  },
  captions: {
    time: (line: number) => `Line ${line}: the time is not clear. Write it as 0:05, or as a file has it.`,
    order: (line: number) => `Line ${line}: the times must go up, and each end must be after its beginning.`,
    empty: (line: number) => `Line ${line}: there are no words.`,
    none: (line: number) => `There is no line with a time (line ${line}).`,
    many: (line: number) => `Line ${line}: more than 2,000 captions are too many.`,
  },
  used: 'This file is still shown somewhere. Take it out there first.',
  stopped: 'Nothing more came of the file. Please send it again.',
  otherOffset:
    'The file was sent on from somewhere else meanwhile. Wait for that, or send it again: it goes on where it is.',
  manyParts: 'This upload came in too many pieces. Please begin again.',
  longerThanSaid: 'More bytes came than the upload was to have.',
  otherVersion: 'Resumable uploads speak version 1.0.0 here.',
};

export const mediaProblems = catalogue(mediaProblemsInEnglish);
