import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto"
import { generateJwt } from "@coinbase/cdp-sdk/auth"
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose"
import { expect, test } from "vitest"
import { authorize, newPayer, terms } from "@/tools/testing/payments/fixtures"
import { authorizing } from "./facilitator-auth"
import { createFacilitatorClient } from "./facilitator-client"
import { checkFacilitator } from "@/tools/cli/supported-networks"

const NOW_MS = Date.UTC(2026, 10, 20, 12)
const HOST = "api.cdp.coinbase.com"
const PATH = "/platform/v2/x402/settle"
const keys = {
  ed25519: generateKeyPairSync("ed25519").privateKey,
  "P-256": generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey,
}

async function tokenFor(privateKey: KeyObject, url: string): Promise<string> {
  const headers = await authorizing({ kind: "key", id: "key-1", privateKey }, () => NOW_MS)("POST", url)
  return headers["Authorization"]?.replace(/^Bearer /, "") ?? ""
}

/** The key as a developer copies it from the portal. */
function secretOf(privateKey: KeyObject): string {
  if (privateKey.asymmetricKeyType !== "ed25519") return String(privateKey.export({ type: "pkcs8", format: "pem" }))
  const { d = "", x = "" } = privateKey.export({ format: "jwk" })
  return Buffer.concat([Buffer.from(d, "base64url"), Buffer.from(x, "base64url")]).toString("base64")
}

test("without credentials no header is added; a configured header is added unchanged", async () => {
  expect(await authorizing(null, () => NOW_MS)("POST", `https://${HOST}${PATH}`)).toEqual({})
  const credentials = { kind: "header", name: "X-Api-Key", value: "a b" } as const
  expect(await authorizing(credentials, () => NOW_MS)("POST", `https://${HOST}${PATH}`)).toEqual({ "X-Api-Key": "a b" })
})

test.each(Object.entries(keys))("a key (%s) signs a token for one URL and two minutes", async (_, privateKey) => {
  const token = await tokenFor(privateKey, `https://${HOST}${PATH}`)
  const publicKey = createPublicKey(privateKey)
  const { payload } = await jwtVerify(token, publicKey, { issuer: "cdp", currentDate: new Date(NOW_MS + 119_000) })
  expect(payload["uris"]).toEqual([`POST ${HOST}${PATH}`])
  const late = jwtVerify(token, publicKey, { currentDate: new Date(NOW_MS + 121_000) })
  await expect(late).rejects.toThrow("exp")
  expect(await tokenFor(privateKey, `https://${HOST}${PATH}`), "no token is made twice").not.toBe(token)
})

test.each(Object.entries(keys))("a token by a %s key equals that of the official package", async (_, privateKey) => {
  const theirs = await generateJwt({
    apiKeyId: "key-1",
    apiKeySecret: secretOf(privateKey),
    requestMethod: "POST",
    requestHost: HOST,
    requestPath: PATH,
  })
  const ours = await tokenFor(privateKey, `https://${HOST}${PATH}`)
  const shape = (token: string) => {
    const { nonce, ...header } = decodeProtectedHeader(token)
    const { iat = 0, nbf = 0, exp = 0, ...claims } = decodeJwt(token)
    return { header, claims, nonce: String(nonce).length, life: exp - iat, holdsFrom: nbf - iat }
  }
  expect(shape(ours)).toEqual(shape(theirs))
})

test("each request to a facilitator has a token of its own", async () => {
  const asked: unknown[] = []
  const at = {
    url: `https://${HOST}/platform/v2/x402/`,
    authorize: authorizing({ kind: "key", id: "key-1", privateKey: keys.ed25519 }, () => NOW_MS),
  }
  const fetch = async (_: string | URL | Request, init?: RequestInit) => {
    const [scheme, token = ""] = new Headers(init?.headers).get("authorization")?.split(" ") ?? []
    asked.push(scheme, decodeJwt(token)["uris"])
    return Response.json({ kinds: [{ x402Version: 2, scheme: "exact", network: "eip155:8453" }] })
  }
  const facilitator = createFacilitatorClient({
    ...at,
    fetch,
    terms,
    contractOf: () => undefined,
    clock: () => NOW_MS,
  })
  const payment = { authorization: await authorize(newPayer()), resource: "GET /api/quote/BTC", endpoint: "quote" }
  await facilitator.verify(payment)
  await facilitator.settle(payment)
  expect(await checkFacilitator(at, "eip155:8453", fetch)).toMatchObject({ isFit: true })
  const uris = ["POST verify", "POST settle", "GET supported"].map((uri) =>
    uri.replace(" ", ` ${HOST}/platform/v2/x402/`),
  )
  expect(asked).toEqual(uris.flatMap((uri) => ["Bearer", [uri]]))
})
