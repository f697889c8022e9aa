/** A bucket did not do what it was asked, told to whoever runs the site. Never with the key or its secret. */
export class BucketError extends Error {
  /** It may be tried again: nothing answers, or the store has trouble of its own. */
  isAway: boolean;

  constructor(message: string, isAway: boolean) {
    super(message);
    this.isAway = isAway;
  }
}
