import type { LookupAddress } from "node:dns"
import { Resolver } from "node:dns/promises"
import type { LookupFunction } from "node:net"
import { isPublicAddress } from "./public-address"

/** How long a name server may take to answer for a name that a payer gave. */
export const NAME_TIMEOUT_MS = 2_000

export type ResolverOptions = {
  /** `address:port` of name servers; absent: those of `/etc/resolv.conf`. */
  readonly servers?: readonly string[]
  readonly timeoutMs?: number
}

/**
 * Resolves names that payers give. `dns.lookup` would use one of Node's four worker threads for as long as the name server is
 * silent, and the names of providers and nodes would wait for a thread. This resolver sends its own queries, so names in
 * `/etc/hosts` and search domains are not known to it. Each name has its own one, so that the end of one wait ends no other.
 *
 * The lookup fails unless every address is public. What is found is what the socket connects to.
 */
export function publicLookup({ servers, timeoutMs = NAME_TIMEOUT_MS }: ResolverOptions = {}): LookupFunction {
  return (hostname, options, callback) => {
    // A query that is lost is sent again. Each try waits twice as long as the one before.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 4), tries: 3 })
    if (servers !== undefined) resolver.setServers(servers)
    // Each name server has its own tries, so the whole lookup is ended here.
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    void addressesOf(resolver, hostname)
      .finally(() => clearTimeout(timer))
      .then(
        (found) => (options.all === true ? callback(null, found) : callback(null, found[0].address, found[0].family)),
        (error: Error) => callback(error, ""),
      )
  }
}

type Addresses = [LookupAddress, ...LookupAddress[]]

async function addressesOf(resolver: Resolver, hostname: string): Promise<Addresses> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const [first, ...others] = [...withFamily(four, 4), ...withFamily(six, 6)]
  if (first === undefined) throw new Error("the name does not resolve")
  const found: Addresses = [first, ...others]
  if (found.every(({ address }) => isPublicAddress(address))) return found
  throw new Error("the name has an address that is not public")
}

function withFamily(result: PromiseSettledResult<string[]>, family: 4 | 6): readonly LookupAddress[] {
  return result.status === "fulfilled" ? result.value.map((address) => ({ address, family })) : []
}
