import { type KeyObject, randomUUID } from "node:crypto"
import { SignJWT } from "jose"
import type { Clock } from "@/lib/domain/clock"

/** Credentials for a facilitator: a fixed header, or a key that signs a token for each request. */
export type Credentials =
  | { readonly kind: "header"; readonly name: string; readonly value: string }
  | { readonly kind: "key"; readonly id: string; readonly privateKey: KeyObject }

/** The headers that authenticate one request. They are secret and never logged. */
export type Authorize = (method: "GET" | "POST", url: string) => Promise<Readonly<Record<string, string>>>

const TOKEN_LIFE_S = 120

export function authorizing(credentials: Credentials | null, clock: Clock): Authorize {
  if (credentials === null) return async () => ({})
  if (credentials.kind === "header") return async () => ({ [credentials.name]: credentials.value })
  return async (method, url) => {
    const { host, pathname } = new URL(url)
    return { Authorization: `Bearer ${await token(credentials, `${method} ${host}${pathname}`, clock())}` }
  }
}

/**
 * A JSON Web Token in the format of Coinbase's developer platform: for one method and URL, valid for two minutes.
 *
 * @see https://docs.cdp.coinbase.com/api-reference/v2/authentication
 */
function token({ id, privateKey }: Extract<Credentials, { kind: "key" }>, uri: string, nowMs: number): Promise<string> {
  const alg = privateKey.asymmetricKeyType === "ed25519" ? "EdDSA" : "ES256"
  const nowS = Math.floor(nowMs / 1_000)
  return new SignJWT({ uris: [uri] })
    .setProtectedHeader({ alg, kid: id, typ: "JWT", nonce: randomUUID().replaceAll("-", "") })
    .setIssuer("cdp")
    .setSubject(id)
    .setIssuedAt(nowS)
    .setNotBefore(nowS)
    .setExpirationTime(nowS + TOKEN_LIFE_S)
    .sign(privateKey)
}
