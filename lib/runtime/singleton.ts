/**
 * One value per process. Next bundles routes, pages and instrumentation apart, so a module variable would exist
 * several times: a second settler on the same key would be a disaster.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`signal402.${name}`)
  const home: Record<symbol, unknown> = globalThis
  home[key] ??= create()
  return home[key] as T
}
