import type { Clip } from './read-clip.server.ts';
import { withFilm } from './film-file.server.ts';
import { stripMp4 } from './strip-mp4.server.ts';
import { stripWebm } from './strip-webm.server.ts';

/**
 * Removes everything besides picture and sound from a clip, in place and without decoding it.
 * @throws FilmRefused where the container cannot be walked to its end
 */
export const stripClip = (path: string, container: Clip['container']): Promise<void> =>
  withFilm(path, container === 'mp4' ? stripMp4 : stripWebm);
