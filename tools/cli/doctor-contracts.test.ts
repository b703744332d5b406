import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parseEnv } from "@/lib/server/config/env"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { startProviderServer } from "@/tools/sandbox/provider-server"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { checkFee, checkSessions, checkToken, etherPriceUsd } from "./doctor-contracts"

let setup: PaymentSetup
let config: ReturnType<typeof parseEnv>

beforeAll(async () => {
  setup = await openPaymentSetup()
  const { rpcUrl, usdcAddress, settlerPrivateKey, sessionPrivateKey } = setup.chain
  config = parseEnv({
    RPC_URL: rpcUrl,
    USDC_ADDRESS: usdcAddress,
    PAY_TO: `0x${"1".repeat(40)}`,
    SETTLER_PRIVATE_KEY: settlerPrivateKey,
    SESSION_PRIVATE_KEY: sessionPrivateKey,
  })
})
afterAll(() => setup.stop())

const states = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state)

test("the token's EIP-712 domain is compared with the chain's", async () => {
  const [fit] = await checkToken(config)
  expect(fit).toMatchObject({ state: "ok", says: expect.stringContaining('"USD Coin", version 2') })
  for (const change of [{ name: "USDC" }, { version: "1" }]) {
    const [unfit] = await checkToken({ chain: { ...config.chain, usdc: { ...config.chain.usdc, ...change } } })
    expect(unfit).toMatchObject({ state: "fail", mend: expect.stringContaining("NETWORK") })
  }
  const elsewhere = await checkToken({ chain: { ...config.chain, chainId: 1 } })
  expect(states(elsewhere), "the same name on another chain").toEqual(["fail"])
})

describe("contracts of sessions", () => {
  test("pass when both are deployed", async () => {
    expect(states(await checkSessions(config))).toEqual(["ok", "ok"])
  })

  test("fail when one is missing and sessions are on", async () => {
    const code = await setup.client.getCode({ address: BATCH_SETTLEMENT })
    await setup.client.setCode({ address: BATCH_SETTLEMENT, bytecode: "0x" })
    expect(await checkSessions(config)).toMatchObject([
      { what: `session contract ${BATCH_SETTLEMENT}`, state: "fail", mend: expect.stringContaining("SESSIONS=off") },
      { state: "ok" },
    ])
    expect(states(await checkSessions({ ...config, sessions: null }))).toEqual(["ok", "ok"])
    await setup.client.setCode({ address: BATCH_SETTLEMENT, bytecode: code ?? "0x" })
  })
})

describe("the gas fee", () => {
  const priced = (etherUsd: number | null) => () => Promise.resolve(etherUsd)

  test("is compared with the ceiling and with the lowest price", async () => {
    expect(states(await checkFee(config, priced(3_000)))).toEqual(["ok", "ok"])
    const low = { ...config, settlement: { ...config.settlement, maxFeePerGas: 1n } }
    expect((await checkFee(low, priced(3_000)))[0]).toMatchObject({
      state: "fail",
      mend: expect.stringContaining("SETTLEMENT_MAX_GWEI"),
    })
    expect((await checkFee(config, priced(3_000_000)))[1]).toMatchObject({
      state: "fail",
      says: expect.stringContaining("the lowest is 0.0"),
      mend: expect.stringContaining("SETTLEMENT_MAX_SHARE"),
    })
  })

  test("is compared only with the ceiling when the ether price is unknown", async () => {
    expect(states(await checkFee(config, priced(null)))).toEqual(["ok", "warn"])
  })

  test("is not checked when a facilitator settles", async () => {
    expect(await checkFee({ ...config, settlerPrivateKey: null }, priced(3_000))).toEqual([])
  })
})

test("the ether price is read from the deployment's own sources", async () => {
  const market = createSimulatedMarket({ seed: 7 })
  const providers = await startProviderServer(createSandboxFetch({ market, clock: Date.now }))
  const sources = { ...config.sources, proxyUrl: providers.url }
  expect(await etherPriceUsd({ ...config, market: "live", sources })).toBeGreaterThan(0)
  await providers.stop()
  expect(await etherPriceUsd({ ...config, market: "live", sources })).toBeNull()
})
