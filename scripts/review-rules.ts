import { createInterface } from 'node:readline';
import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

keepCompiledModules();
const { runReviewRules } = await import('../src/commands/review-rules-command.server.ts');
const { terminal } = await import('../src/platform/process/command.ts');
const { dayInIndia } = await import('../src/platform/process/indian-time.ts');
const typed = createInterface({ input: process.stdin });
process.exitCode = await runReviewRules(process.argv.slice(2), terminal, typed, { today: dayInIndia() });
typed.close();
