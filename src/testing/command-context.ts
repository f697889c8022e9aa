import type { CommandContext } from '../platform/process/command.ts';

/**
 * What a command runs with in a test, as from a terminal of its own.
 * @param isInsideServer as one that was passed to a running server: its batches are smaller
 * @param tell takes each line that is printed, and errors too
 */
export const commandContext = (
  { connection, config }: Pick<CommandContext, 'connection' | 'config'>,
  {
    cwd = '/',
    signal = new AbortController().signal,
    tell = () => {},
    isInsideServer = false,
  }: { cwd?: string; signal?: AbortSignal; tell?: (line: string) => void; isInsideServer?: boolean } = {},
): CommandContext => ({
  connection,
  config,
  cwd,
  signal,
  isInsideServer,
  output: { isTty: false, out: tell, err: tell, progress: () => {} },
});
