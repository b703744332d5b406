import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { beforeAll, beforeEach, expect, test, vi } from "vitest"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { alertsContract } from "@/lib/endpoints/alerts/contract"
import { signInText } from "@/lib/x402/wire/sign-in"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"
import { alertsEndpoint, alertWatchEndpoint } from "./alerts"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const ORIGIN = "https://signal402.example"
const owner = privateKeyToAccount(generatePrivateKey())
const watchRoute = alertWatchEndpoint()
const alertsRoute = alertsEndpoint()
const CONTEXT = { params: Promise.resolve(undefined) }

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
})
beforeEach(() => void vi.setSystemTime(NOW_MS))
type Query = Readonly<Record<string, string>>

async function ask(route: typeof watchRoute, path: string, query: Query, headers: Query = {}) {
  const url = `${ORIGIN}${path}?${new URLSearchParams(query).toString()}`
  const response = await route.GET(new Request(url, { headers }), CONTEXT)
  return { status: response.status, body: (await response.json()) as unknown }
}

const question = {
  conditions: "direction:BTC,below:BTC:1",
  owner: owner.address,
  target: `${ORIGIN}/api/sandbox/alerts`,
}

async function buy(changes: Query = {}) {
  const headers = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorize(newPayer()))) }
  return ask(watchRoute, "/api/alerts/watch", { ...question, ...changes }, headers)
}

async function signed(query: Query = {}, by = owner) {
  const { body } = await ask(alertsRoute, "/api/alerts", query)
  const message = { ...alertsContract.response.parse(body).sign_in, address: by.address }
  const signature = await by.signMessage({ message: signInText(message) })
  return { "SIGN-IN-WITH-X": base64({ ...message, signature }) }
}

async function list(query: Query, headers: Query) {
  const { status, body } = await ask(alertsRoute, "/api/alerts", query, headers)
  return { status, ...alertsContract.response.parse(body) }
}

test("a watch costs its price and is active once it is paid", async () => {
  expect((await ask(watchRoute, "/api/alerts/watch", question)).status).toBe(402)
  const { status, body } = await buy()
  expect(status).toBe(200)
  const bought = alertWatchContract.response.parse(body)
  expect(bought).toMatchObject({ conditions: ["direction:BTC", "below:BTC:1"], until: "2026-11-21T15:07:00.000Z" })
  const { watches } = await list({}, await signed())
  expect(watches).toMatchObject([{ watch: bought.watch, status: "active", deliveries: [] }])
  expect(JSON.stringify(watches)).not.toContain(bought.secret)
})

test.each([
  [{ conditions: "direction:DOGE" }, "conditions"],
  [{ conditions: Array.from({ length: 11 }, (_, n) => `above:BTC:${n + 1}`).join(",") }, "conditions"],
  [{ target: "http://hooks.example.com/a" }, "target"],
  [{ target: "https://10.0.0.1/a" }, "target"],
  [{ owner: "0x1" }, "owner"],
  [{ for: "1y" }, "for"],
])("a watch with %j is refused with the parameter's name and without a charge", async (changes, field) => {
  const { status, body } = await buy(changes)
  expect([status, body]).toMatchObject([400, { charged: "no", details: { [field]: expect.any(String) } }])
})

test("a wallet lists and changes only its own watches, and each signature works once", async () => {
  const { watch } = alertWatchContract.response.parse((await buy()).body)
  const set = { pause: watch }
  const otherWallet = privateKeyToAccount(generatePrivateKey())
  expect((await list({}, await signed({}, otherWallet))).watches).toEqual([])
  expect((await ask(alertsRoute, "/api/alerts", set, await signed(set, otherWallet))).status).toBe(400)
  expect(await list(set, await signed())).toMatchObject({ watches: null, refused: "invalid_siwx_uri_mismatch" })
  const headers = await signed(set)
  const url = `${ORIGIN}/api/alerts?${new URLSearchParams(set).toString()}`
  await alertsRoute.HEAD(new Request(url, { method: "HEAD", headers }), CONTEXT)
  const listed = await list({}, await signed())
  expect(listed.watches?.find((one) => one.watch === watch)?.status, "a HEAD changes nothing").toBe("active")
  const paused = await list(set, headers)
  expect(paused.watches?.find((one) => one.watch === watch)?.status).toBe("paused")
  expect(await list(set, headers)).toMatchObject({ watches: null, refused: "invalid_siwx_nonce" })
  const end = { end: watch }
  expect((await list(end, await signed(end))).watches?.find((one) => one.watch === watch)?.status).toBe("ended")
  const again = { resume: watch }
  expect((await ask(alertsRoute, "/api/alerts", again, await signed(again))).status).toBe(400)
})
