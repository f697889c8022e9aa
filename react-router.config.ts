import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // Every link is a full page load: nothing to discover, and no manifest endpoint to abuse.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
