import { noLimits } from '../../src/platform/limits.server.ts';

process.env.NODE_ENV ??= 'production';
const { serve } = await import('../../src/serve.server.ts');
// All that is fuzzed comes from one address: with limits nothing would get past them.
await serve(false, noLimits());
