import { catalogue } from "./catalogue"
import { underApi } from "./contract"

const patterns = catalogue.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`))

const firstNames = new Set(catalogue.map(({ path }) => path.split("/")[1]).filter(Boolean))

/** Where the dashboard has a page of its own, which is what who asks for HTML means. */
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
 * The path below `/api` for a path that the specification writes without it: `/signal/BTC` is `/api/signal/BTC`. A program
 * that misses one, by `/signal`, hears the API's 404. `null` for anything that is not served, and for a page where one is
 * wanted.
 */
export function apiPathFor(pathname: string, { wantsHtml }: { readonly wantsHtml: boolean }): string | null {
  const isPage = PAGES.has(pathname.replace(/(?<=.)\/$/, ""))
  const isServed = patterns.some((pattern) => pattern.test(pathname))
  const isMissed = !wantsHtml && !isPage && firstNames.has(pathname.split("/")[1] ?? "")
  return (isServed && !(wantsHtml && isPage)) || isMissed ? underApi(pathname) : null
}
