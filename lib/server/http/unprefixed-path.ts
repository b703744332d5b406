import { catalogue } from "@/lib/endpoints/catalogue"
import { underApi } from "@/lib/api/contract"

const patterns = catalogue.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`))

const firstNames = new Set(catalogue.map(({ path }) => path.split("/")[1]).filter(Boolean))

/** Paths that are also pages of the dashboard. A request for HTML gets the page. */
const PAGES: ReadonlySet<string> = new Set([
  "/",
  "/arena",
  "/changelog",
  "/defi",
  "/dex",
  "/events",
  "/geo",
  "/institutions",
  "/regime",
  "/status",
])

/**
 * The API path of a path without `/api`, as the specification writes it: `/signal/BTC` is `/api/signal/BTC`. An incomplete
 * path such as `/signal` leads programs to the API's 404. `null` for unknown paths, and for pages when HTML is requested.
 */
export function apiPathFor(pathname: string, { wantsHtml }: { readonly wantsHtml: boolean }): string | null {
  const isPage = PAGES.has(pathname.replace(/(?<=.)\/$/, ""))
  const isServed = patterns.some((pattern) => pattern.test(pathname))
  const isIncomplete = !wantsHtml && !isPage && firstNames.has(pathname.split("/")[1] ?? "")
  return (isServed && !(wantsHtml && isPage)) || isIncomplete ? underApi(pathname) : null
}
