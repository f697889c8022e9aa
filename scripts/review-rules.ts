import { createInterface } from 'node:readline';
import { keepCompiledModules } from '../src/platform/compile-cache.server.ts';

keepCompiledModules();
const { runReviewRules } = await import('../src/commands/review-rules-command.server.ts');
const { terminal } = await import('../src/platform/command.ts');
const { dayInIndia } = await import('../src/platform/indian-time.ts');
const typed = createInterface({ input: process.stdin });
process.exitCode = await runReviewRules(process.argv.slice(2), terminal, typed, { today: dayInIndia() });
typed.close();
