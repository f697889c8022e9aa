import { index, route, type RouteConfig } from '@react-router/dev/routes';
import { pageTable } from './page-table.ts';

// Every page address is in page-table.ts; API plugins are in app.server.ts.
export default [
  ...pageTable.pages.map(({ pattern, module }) =>
    pattern === '/' ? index(module) : route(pattern.slice(1), module, { id: pattern }),
  ),
  route('*', 'pages/reading/not-found.tsx'),
] satisfies RouteConfig;
