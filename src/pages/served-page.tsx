import type { ComponentProps, ComponentType } from 'react';
import { Island } from '../ui/island.tsx';
import { VersionNote } from '../ui/page-versions.tsx';
import { useServerData } from '../platform/page/page-context.ts';

/** Renders `view` with the model of the route's loader. */
export function ServedPage<Model extends object>({
  view: View,
  className,
}: {
  view: ComponentType<Model>;
  className?: string | undefined;
}) {
  return (
    <main id="main" className={className}>
      <VersionNote />
      <View {...useServerData<Model>()} />
    </main>
  );
}

/** The component of a route that is nothing but its view, with the islands that act on it. */
export const servedPage = <Model extends object>(
  view: ComponentType<Model>,
  className?: string,
  ...islands: ComponentProps<typeof Island>[]
) =>
  function Page() {
    return (
      <>
        <ServedPage view={view} className={className} />
        {islands.map((island) => (
          <Island key={island.name} {...island} />
        ))}
      </>
    );
  };
