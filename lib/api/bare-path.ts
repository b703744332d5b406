import { catalogue } from "./catalogue"
import { underApi } from "./contract"

const patterns = catalogue.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`))

/**
 * The path below `/api` for a path that the specification writes without it: `/signal/BTC` is `/api/signal/BTC`.
 * `null` for anything that is not served.
 */
export function apiPathFor(pathname: string): string | null {
  if (!patterns.some((pattern) => pattern.test(pathname))) return null
  return underApi(pathname)
}
