/**
 * `away`: no response, or a 5xx of the store. `broken`: this transfer failed, others may succeed. `refused`: permanent,
 * retrying is useless.
 */
export type BucketTrouble = 'away' | 'broken' | 'refused';

/** A failed bucket operation, worded for the operator; never contains the key or its secret. */
export class BucketError extends Error {
  kind: BucketTrouble;

  constructor(message: string, kind: BucketTrouble) {
    super(message);
    this.kind = kind;
  }
}
