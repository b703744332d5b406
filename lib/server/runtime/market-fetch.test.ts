import { afterAll, beforeAll, expect, test } from "vitest"
import { parseEnv } from "@/lib/server/config/env"
import { createProxiedFetch } from "@/lib/outbound/proxied-fetch"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { type ProviderServer, startProviderServer } from "@/tools/sandbox/provider-server"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { marketFetch } from "./market-fetch"

const NOW_MS = Date.UTC(2026, 10, 20, 12, 30)
const faults = parseFaults("")
const sandboxFetch = createSandboxFetch({
  market: createSimulatedMarket({ seed: 7, genesisMs: Date.UTC(2026, 9, 1) }),
  clock: () => NOW_MS,
  faults,
})
let server: ProviderServer

beforeAll(async () => {
  server = await startProviderServer(sandboxFetch)
})

afterAll(async () => {
  await server.stop()
})

const sandbox = {
  RPC_URL: "http://127.0.0.1:8545",
  PAY_TO: `0x${"1".repeat(40)}`,
  SETTLER_PRIVATE_KEY: `0x${"2".repeat(64)}`,
  USDC_ADDRESS: `0x${"3".repeat(40)}`,
}

const TICKER = "https://api.kraken.com/0/public/Ticker?pair=XBTUSD"

test("a sandbox with live data reads its providers through SOURCES_PROXY", async () => {
  const settings = parseEnv({ ...sandbox, SANDBOX_MARKET: "live", SOURCES_PROXY: server.url })
  const answer = await marketFetch(settings, () => NOW_MS)(TICKER)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(await (await sandboxFetch(TICKER)).json())
})

test("method, body and query reach the provider server", async () => {
  const proxied = createProxiedFetch(server.url, globalThis.fetch)
  const post = { method: "POST", body: JSON.stringify({ type: "metaAndAssetCtxs" }) }
  const url = "https://api.hyperliquid.xyz/info"
  expect(await (await proxied(new Request(url, post))).text()).toBe(await (await sandboxFetch(url, post)).text())
})

test("a provider server that is down fails like a network error", async () => {
  faults.set("kraken", { kind: "down" })
  await expect(createProxiedFetch(server.url, globalThis.fetch)(TICKER)).rejects.toThrow(TypeError)
  faults.delete("kraken")
})

test("SOURCES_PROXY must be a loopback address and is refused on a live network", () => {
  const at = (changes: Record<string, string>) => () => parseEnv({ ...sandbox, ...changes })
  const { USDC_ADDRESS: _, ...rest } = sandbox
  const live = { ...rest, MODE: "live", PUBLIC_ORIGIN: "https://signal402.example", SOURCES_PROXY: server.url }
  const parse = (changes: Record<string, string>) => () => parseEnv({ ...live, ...changes })
  for (const url of ["http://192.0.2.1:8080", "https://proxy.example", "http://127.0.0.1.example"]) {
    expect(at({ SANDBOX_MARKET: "live", SOURCES_PROXY: url })).toThrow("SOURCES_PROXY: must be")
  }
  for (const url of ["http://127.0.0.1:4010", "http://localhost:4010/", "http://[::1]:4010"]) {
    expect(at({ SANDBOX_MARKET: "live", SOURCES_PROXY: url })).not.toThrow()
  }
  expect(at({ SOURCES_PROXY: server.url })).toThrow("SOURCES_PROXY: the simulated market asks no provider")
  expect(parse({ RPC_URL: "https://base.example" })).toThrow("SOURCES_PROXY: simulated data must not be sold")
  expect(parse({ RPC_URL: "https://base.example", NETWORK: "base-sepolia" })).not.toThrow()
  expect(parse({})).not.toThrow()
})

test("the market is simulated in the sandbox by default, and live in live mode", () => {
  const { USDC_ADDRESS: _, ...rest } = sandbox
  expect(parseEnv(sandbox).market).toBe("simulated")
  expect(parseEnv({ ...sandbox, SANDBOX_MARKET: "live" }).market).toBe("live")
  expect(parseEnv({ ...rest, MODE: "live", PUBLIC_ORIGIN: "https://signal402.example" }).market).toBe("live")
  const faulty = () => parseEnv({ ...sandbox, SANDBOX_MARKET: "live", SANDBOX_FAULTS: "kraken=html" })
  expect(faulty).toThrow("SANDBOX_FAULTS: applies to the simulated market")
})
