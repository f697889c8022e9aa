import type { ComponentType } from 'react';
import { useServerData } from '../platform/page-context.ts';
import { ServerOnly } from '../ui/server-only.tsx';

/** For a page that shows more beside its view: inside a ServerOnly, under `import.meta.env.SSR`. */
export function WithModel<Model extends object>({ view: View }: { view: ComponentType<Model> }) {
  return <View {...useServerData<Model>()} />;
}

/** A page whose loader serves the model of `view`. Write `view={import.meta.env.SSR && ArticleView}`: then its code is not shipped. */
export function ServedPage<Model extends object>({
  view,
  className,
}: {
  view: ComponentType<Model> | false;
  className?: string | undefined;
}) {
  return (
    <ServerOnly as="main" id="main" className={className}>
      {view && <WithModel view={view} />}
    </ServerOnly>
  );
}
