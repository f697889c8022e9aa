import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Keeps a process and all its threads to one core, so that the load and the site do not take each other's time; what it starts later stays there too. */
export function keepToCore(pid: number, core: number): void {
  if (availableParallelism() > core)
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}
