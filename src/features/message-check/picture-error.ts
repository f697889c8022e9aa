/** `device`: no memory, or the engine does not start. `offline`: the engine could not be fetched. */
export type PictureProblem = 'kind' | 'large' | 'broken' | 'offline' | 'device';

export class PictureError extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

export type ReadingOptions = {
  signal: AbortSignal;
  /** @param part from 0 to 1 */
  onProgress: (stage: 'fetching' | 'reading', part: number) => void;
};
