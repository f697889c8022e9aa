import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildIslands } from './src/islands/build-islands.ts';

export default {
  appDirectory: 'src',
  ssr: true,
  // Every link is a full page load: nothing to discover, and no manifest endpoint to abuse.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ viteConfig }) {
    const clientDir = join(viteConfig.root, 'build/client');
    // Of the router's build for the browser the styles are used; pages have no client runtime.
    for (const name of readdirSync(join(clientDir, 'assets')))
      if (name.endsWith('.js')) rmSync(join(clientDir, 'assets', name));
    await buildIslands({ root: viteConfig.root, clientDir });
  },
} satisfies Config;
