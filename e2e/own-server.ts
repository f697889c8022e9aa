import { type ChildProcess, spawn } from 'node:child_process';

/** A separate site, for tests that need other settings or that stop it. */
export async function startOwnServer(
  port: number,
  env: Record<string, string> = {},
): Promise<{ origin: string; stop(): Promise<void> }> {
  const origin = `http://localhost:${port}`;
  const child: ChildProcess = spawn(process.execPath, ['e2e/serve.ts'], {
    env: { ...process.env, PORT: String(port), PUBLIC_ORIGIN: origin, LOG_LEVEL: 'error', ...env },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let attempt = 0; ; attempt += 1) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    // Another site may answer on a port that was taken; ours has ended then.
    if (attempt > 400 || child.exitCode !== null) throw new Error(`No server of its own on ${origin}`);
    if (isReady) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
