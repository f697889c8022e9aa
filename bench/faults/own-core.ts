import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Pins a process and all its threads to one core, or to those from `core` to `last`, so that load generator and site do
 * not compete; children inherit it.
 */
export function keepToCore(pid: number, core: number, last = core): void {
  if (cores > last) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${core}-${last}`, String(pid)]);
}
// Of the machine: what this process itself is pinned to would count less.
const cores = availableParallelism();
