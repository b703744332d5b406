/**
 * One value per process. Next.js bundles routes, pages and instrumentation separately, so a module variable can exist several
 * times: a second settler would sign with the same key and nonces.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`signal402.${name}`)
  const home: Record<symbol, unknown> = globalThis
  home[key] ??= create()
  return home[key] as T
}
