import { appendFileSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from 'vitest';
import { noMutant, type TrialEvent, type TrialPlan } from './trial-plan.ts';

const switches = globalThis as { __isMutant?: (number: number) => boolean };

/**
 * Vitest's runner with one mutant switched on for each run of a test file, and an end at the first failure. The
 * process, its compiled packages and vite's transforms stay. So do the project's own modules, except in a fresh trial:
 * evaluating them costs more than most files of tests.
 */
export default class TrialRunner extends TestRunner {
  #plan = JSON.parse(readFileSync(`${process.env.MUTATION_FOLDER}/plan.json`, 'utf8')) as TrialPlan;
  #at = -1;
  #noticed = new Set(this.#plan.noticed);
  #isLeftOut = false;
  #needsCheck = this.#plan.isBaseline;
  #reached = new Map<number, number>();
  #begun = 0;
  #hasFailed = false;

  onBeforeCollect(): void {
    const { mutant, isFresh, testTimeout } = this.#plan.trials[(this.#at += 1)]!;
    this.#isLeftOut = mutant === noMutant ? !this.#needsCheck : this.#noticed.has(mutant);
    const reached = (this.#reached = new Map<number, number>());
    switches.__isMutant = (number) => {
      if (mutant === noMutant) reached.set(number, (reached.get(number) ?? 0) + 1);
      return number === mutant;
    };
    this.#hasFailed = false;
    this.#begun = performance.now();
    this.#tell({ begins: mutant, pid: process.pid });
    if (this.#isLeftOut) return;
    this.#needsCheck = this.#plan.isBaseline || mutant !== noMutant;
    // What a test that failed half-way has left.
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    if (isFresh) vi.resetModules();
    if (testTimeout) vi.setConfig({ testTimeout, hookTimeout: testTimeout * 3 });
  }

  override importFile(filepath: string, source: Parameters<TestRunner['importFile']>[1]) {
    return this.#isLeftOut ? Promise.resolve() : super.importFile(filepath, source);
  }

  override async onBeforeRunTask(test: Parameters<TestRunner['onBeforeRunTask']>[0]): Promise<void> {
    if (this.#hasFailed) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    this.#hasFailed ||= test.result?.state === 'fail';
    super.onAfterRunTask(test);
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    const tasks = files.flatMap(withChildren);
    const errors = tasks.flatMap(({ result }) => (result?.state === 'fail' ? (result.errors ?? []) : []));
    const isLate = errors.length > 0 && errors.every(({ message }) => /timed out in \d+ms/.test(message));
    const hasFailed = tasks.some(({ result }) => result?.state === 'fail');
    const { file, mutant } = this.#plan.trials[this.#at]!;
    if (hasFailed && !this.#isLeftOut) this.#noticed.add(mutant);
    this.#tell({
      file,
      mutant,
      outcome: this.#isLeftOut ? 'left out' : !hasFailed ? 'passed' : isLate ? 'timed out' : 'failed',
      why: errors[0] && stripVTControlCharacters(errors[0].message).slice(0, 1_000),
      ms: performance.now() - this.#begun,
      slowestMs: Math.max(0, ...tasks.map(({ type, result }) => (type === 'test' ? (result?.duration ?? 0) : 0))),
      reached: [...this.#reached],
    });
  }

  #tell(event: TrialEvent): void {
    appendFileSync(`${process.env.MUTATION_FOLDER}/events`, `${JSON.stringify(event)}\n`);
  }
}

const withChildren = (task: RunnerTask): RunnerTask[] => [
  task,
  ...((task as RunnerTestSuite).tasks ?? []).flatMap(withChildren),
];
