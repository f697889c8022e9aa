import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type RunningProcess = {
  child: ChildProcess;
  /** Output so far of stdout and stderr. */
  output(): string;
  /** @throws when the process exits, or `withinMs` pass, before `text` is printed */
  says(text: string, withinMs?: number): Promise<void>;
  /** @returns the exit status or the signal's name, and the time until then */
  ends(signal?: NodeJS.Signals): Promise<{ status: number | string; afterMs: number }>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command of package.json in a process with the given environment only. */
export function runProcess(args: string[], env: Record<string, string>): RunningProcess {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|LANG)$/.test(name)),
  );
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const take = (chunk: Buffer) => void (text += chunk.toString());
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    child,
    output: () => text,
    async says(wanted, withinMs = 25_000) {
      for (const until = performance.now() + withinMs; !text.includes(wanted);) {
        if (child.exitCode !== null || child.signalCode !== null || performance.now() > until)
          throw new Error(`It never said "${wanted}", but:\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async ends(signal) {
      const startedAt = performance.now();
      if (signal) child.kill(signal);
      return { status: await ended, afterMs: performance.now() - startedAt };
    },
  };
}

export const serverEntry = 'src/main.server.ts';

/** Starts the site's process on a free port; `origin` is the URL that it prints. */
export async function runServer(
  env: Record<string, string>,
  args: string[] = [],
): Promise<RunningProcess & { origin: string }> {
  const server = runProcess([...args, serverEntry], {
    PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost',
    LOG_LEVEL: 'error',
    ...env,
  });
  await server.says('Stop with Ctrl+C', 120_000);
  return { ...server, origin: /here: (http:\S+)\)/.exec(server.output())![1] as string };
}
