/** `away`: nothing answers, or the store has trouble of its own. `broken`: this file did not come as it should, others may. `refused`: it would be no other a second time. */
export type BucketTrouble = 'away' | 'broken' | 'refused';

/** A bucket did not do what it was asked, told to whoever runs the site. Never with the key or its secret. */
export class BucketError extends Error {
  kind: BucketTrouble;

  constructor(message: string, kind: BucketTrouble) {
    super(message);
    this.kind = kind;
  }
}
