import { catalogue, type EndpointId } from "@/lib/api/catalogue"
import { underApi } from "@/lib/api/contract"
import type { PathSegments } from "@/lib/http/request-params"
import type { Route } from "@/lib/http/route"

export type ApiRoutes = Readonly<Record<EndpointId, Route>>

/** A route, its path below `/api`, and the values of the path's placeholders. */
export type RouteMatch = { readonly route: Route; readonly path: string; readonly segments: PathSegments | undefined }

/**
 * Finds routes by the paths of the contracts, with or without `/api`. Any other spelling (a trailing slash, a `%`) is
 * `null` and is left to Next.js.
 */
export function routeFinder(
  routes: ApiRoutes,
  documents: Readonly<Record<string, Route>> = {},
): (path: string) => RouteMatch | null {
  const exact = new Map(Object.entries(documents).map(([path, route]) => [path, { route, path, segments: undefined }]))
  const fixed = new Map<string, RouteMatch>()
  const parameterized: { readonly pattern: RegExp; readonly route: Route }[] = []
  for (const { id, path } of catalogue) {
    const route = routes[id]
    if (path.includes("{")) parameterized.push({ pattern: patternOf(path), route })
    else fixed.set(underApi(path), { route, path: underApi(path), segments: undefined })
  }
  return (requested) => {
    const document = exact.get(requested)
    if (document !== undefined) return document
    const path = requested === "/api" || requested.startsWith("/api/") ? requested : underApi(requested)
    const known = fixed.get(path)
    if (known !== undefined) return known
    for (const { pattern, route } of parameterized) {
      const match = pattern.exec(path)
      if (match) return { route, path, segments: { ...match.groups } }
    }
    return null
  }
}

/** A segment matches unreserved characters only. Next.js decodes all others. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${underApi(path).replace(/\{(\w+)\}/g, "(?<$1>[\\w.~-]+)")}$`)
}
