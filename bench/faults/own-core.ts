import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Pins a process and all its threads to one core, so that load generator and site do not compete; children inherit it.
 */
export function keepToCore(pid: number, core: number): void {
  if (availableParallelism() > core)
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}
