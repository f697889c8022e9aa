import { noLimits } from '../../src/platform/guard/limits.server.ts';

process.env.NODE_ENV ??= 'production';
const { serve } = await import('../../src/serve.server.ts');
// All fuzz requests come from one address: rate limits would refuse nearly everything.
await serve(false, noLimits());
