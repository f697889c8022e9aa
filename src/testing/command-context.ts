import type { CommandContext } from '../platform/command.ts';

/**
 * What a command runs with in a test, as from a terminal of its own.
 * @param tell takes each line that is printed, and errors too
 */
export const commandContext = (
  { connection, config }: Pick<CommandContext, 'connection' | 'config'>,
  {
    cwd = '/',
    signal = new AbortController().signal,
    tell = () => {},
  }: { cwd?: string; signal?: AbortSignal; tell?: (line: string) => void } = {},
): CommandContext => ({
  connection,
  config,
  cwd,
  signal,
  isInsideServer: false,
  output: { isTty: false, out: tell, err: tell, progress: () => {} },
});
