import { catalogue, type EndpointId } from "@/lib/api/catalogue"
import { underApi } from "@/lib/api/contract"
import type { PathSegments } from "@/lib/http/question"
import type { Route } from "@/lib/http/route"

export type ApiRoutes = Readonly<Record<EndpointId, Route>>

/** A route, the address below `/api` at which it was found, and what stands for its placeholders. */
export type Found = { readonly route: Route; readonly path: string; readonly segments: PathSegments | undefined }

/**
 * Finds routes by the paths that contracts name, with `/api` before them or not. Whatever is written otherwise (a slash too
 * many, a `%`) is `null`.
 */
export function routeFinder(routes: ApiRoutes): (path: string) => Found | null {
  const fixed = new Map<string, Found>()
  const open: { readonly pattern: RegExp; readonly route: Route }[] = []
  for (const { id, path } of catalogue) {
    const route = routes[id]
    if (path.includes("{")) open.push({ pattern: patternOf(path), route })
    else fixed.set(underApi(path), { route, path: underApi(path), segments: undefined })
  }
  return (asked) => {
    const path = asked === "/api" || asked.startsWith("/api/") ? asked : underApi(asked)
    const found = fixed.get(path)
    if (found !== undefined) return found
    for (const { pattern, route } of open) {
      const match = pattern.exec(path)
      if (match) return { route, path, segments: { ...match.groups } }
    }
    return null
  }
}

/** Unreserved characters alone: what else a segment may hold is decoded by Next. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${underApi(path).replace(/\{(\w+)\}/g, "(?<$1>[\\w.~-]+)")}$`)
}
