type Closing = {
  /** Ends what no request asked for, once its statements under way are answered. */
  stopWorking(): Promise<unknown>;
  /** Completes the requests in flight; no new ones are accepted. */
  closeHttp(): Promise<unknown>;
  /** What requests and background work used, in order, the database last. */
  resources: readonly (() => Promise<unknown>)[];
};

/** Readers' requests end beside background work: the time to stop must not run out while a long sweep is under way. */
export async function closeSite({ stopWorking, closeHttp, resources }: Closing): Promise<void> {
  await Promise.all([stopWorking(), closeHttp()]);
  for (const close of resources) await close();
}
