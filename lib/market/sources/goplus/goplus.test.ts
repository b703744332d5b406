import fc from "fast-check"
import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { mutatedJson } from "@/tools/testing/feeds/mutations"
import { createGoPlusSource } from "./client"
import { GoPlusAnswer, readGoPlusError } from "./schema"

const NOW = Date.UTC(2026, 10, 20, 12)
const ANSWER = fixtureJson("lib/market/sources/goplus/fixtures/token_security_shape.json")
const TOKEN = { chain: "ethereum", address: "0x00000000000000000000000000000000000000AA" }

function goPlus(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  return { ...provider, source: createGoPlusSource({ http: provider.http, clock: provider.time.clock }) }
}

test("taxes, powers, locked liquidity and wallets are read in percent", async () => {
  const { source, requests } = goPlus(() => ({ body: ANSWER }))
  expect(await source.security([TOKEN, { chain: "fantom", address: "0x1" }])).toEqual({
    isWhole: true,
    checks: [
      {
        ...TOKEN,
        provider: "GoPlus",
        checkedAtMs: NOW,
        openSource: true,
        honeypot: false,
        buyTaxPct: 1,
        sellTaxPct: 2,
        taxModifiable: false,
        sellLimited: false,
        mintable: false,
        freezable: false,
        hiddenOwner: false,
        ownershipReclaimable: false,
        balanceModifiable: false,
        selfDestruct: false,
        proxy: false,
        lpLockedPct: 95,
        top10Pct: 10,
        creatorPct: 2,
        honeypotSameCreator: false,
      },
    ],
  })
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1/token_security/1"])
})

const POOL = "0x00000000000000000000000000000000000000Cc"

function holder(address: string, percent: string, rest: object = {}) {
  return { address, tag: "", is_contract: 0, balance: "1", percent, is_locked: 0, ...rest }
}

const PAST = "2026-01-01T00:00:00+00:00"
const FUTURE = "2027-01-01T00:00:00+00:00"

/** The documented facts with some of them replaced. */
function record(facts: object) {
  const [known] = Object.values((ANSWER as { result: Record<string, object> }).result)
  return { ...known, ...facts }
}

async function checkOf(facts: object) {
  const body = { code: 1, message: "OK", result: { [TOKEN.address.toLowerCase()]: record(facts) } }
  const { checks } = await goPlus(() => ({ body })).source.security([TOKEN])
  return checks[0]
}

test("pools, lockers and burned tokens are not among the holders", async () => {
  const holders = [
    holder(POOL, "0.40", { is_contract: 1, tag: "UniswapV2" }),
    holder("0x000000000004444c5dc75cB358380D2e3dE08A90", "0.20", { is_contract: 1 }),
    holder("0x000000000000000000000000000000000000dEaD", "0.10"),
    holder("0x01", "0.08", { is_locked: 1 }),
    holder("0x02", "0.07", { tag: "PinkLock02", is_contract: 1 }),
    holder("0x03", "0.06", { tag: "UNCX", is_contract: 1 }),
    holder("0x04", "0.05"),
  ]
  const dex = [
    { name: "UniswapV2", pair: POOL.toLowerCase() },
    { name: "UniswapV4", pair: `0x${"ab".repeat(32)}`, pool_manager: "0x000000000004444c5dc75cb358380d2e3de08a90" },
  ]
  expect(await checkOf({ holders, dex })).toMatchObject({ top10Pct: 5 })
})

test.each([
  ["a name with such a word", { address: "0x05", tag: "Clockwork: Deployer", is_contract: 1 }, 95],
  ["a burn address without a tag", { address: "0xdEAD000000000000000042069420694206942069" }, 5],
  ["a lock that has ended", { address: "0x06", tag: "UNCX", is_locked: 1, locked_detail: [{ end_time: PAST }] }, 95],
  [
    "a lock that goes on",
    { address: "0x06", is_locked: 1, locked_detail: [{ end_time: PAST }, { end_time: FUTURE }] },
    5,
  ],
])("%s beside a wallet: the ten largest hold the right share", async (_, other, top10Pct) => {
  const holders = [{ ...holder("", "0.9"), ...other }, holder("0x01", "0.05")]
  expect(await checkOf({ holders })).toMatchObject({ top10Pct })
})

test("one unreadable pool hides no other", async () => {
  const holders = [holder(POOL, "0.9", { is_contract: 1 }), holder("0x01", "0.05")]
  expect(await checkOf({ holders, dex: [null, { name: "UniswapV2", pair: POOL }] })).toMatchObject({ top10Pct: 5 })
})

test("accounts that nobody or a pool's program controls are no holders on Solana", async () => {
  const account = (name: string, percent: string) => ({
    account: name,
    token_account: `of-${name}`,
    percent,
    tag: "",
    is_locked: 0,
  })
  const holders = [
    account("1nc1nerator11111111111111111111111111111111", "0.5"),
    account("HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC", "0.3"),
    account("Wallet", "0.04"),
  ]
  expect(await solanaCheckOf({ holders, dex: [null, { id: "P", tvl: "1", burn_percent: 99 }] })).toMatchObject({
    top10Pct: 4,
    lpLockedPct: 99,
  })
})

test("a pool that GoPlus does not list yet is no holder where the list of pairs names it", async () => {
  const holders = [holder(POOL.toLowerCase(), "0.9", { is_contract: 1 }), holder("0x01", "0.05")]
  const body = {
    code: 1,
    message: "OK",
    result: { [TOKEN.address.toLowerCase()]: record({ holders, dex: undefined }) },
  }
  const { source } = goPlus(() => ({ body }))
  expect((await source.security([TOKEN], () => [POOL])).checks[0]).toMatchObject({ top10Pct: 5 })
  const [known] = Object.values((SOLANA_ANSWER as { result: Record<string, object> }).result)
  const accounts = [
    { account: "PoolX", token_account: "VaultX", percent: "0.9", tag: "", is_locked: 0 },
    { account: "WalletX", token_account: "AccX", percent: "0.05", tag: "", is_locked: 0 },
  ]
  const answer = { code: 1, message: "ok", result: { [MINT.address]: { ...known, holders: accounts, dex: [] } } }
  const solana = goPlus(() => ({ body: answer })).source
  expect((await solana.security([MINT], () => ["PoolX"])).checks[0]).toMatchObject({ top10Pct: 5 })
})

test("a pool without an address makes no holder without one a pool", async () => {
  const { address: _, ...nameless } = holder("", "0.6")
  expect(await checkOf({ holders: [nameless], dex: [{ name: "UniswapV2" }] })).toMatchObject({ top10Pct: 60 })
  const accounts = [{ account: "WalletX", percent: "0.6", tag: "", is_locked: 0 }]
  expect(await solanaCheckOf({ holders: accounts, dex: [{ tvl: "5" }] })).toMatchObject({ top10Pct: 60 })
})

test("the ten largest wallets count, beside the pools above them", async () => {
  const wallets = Array.from({ length: 12 }, (_, i) => holder(`0x1${i}`, "0.02"))
  const holders = [holder(POOL, "0.5", { is_contract: 1 }), ...wallets]
  expect(await checkOf({ holders, dex: [{ name: "UniswapV2", pair: POOL }] })).toMatchObject({ top10Pct: 20 })
})

test.each([
  [{ cannot_sell_all: "1" }, { sellLimited: true }],
  [{ owner_change_balance: "1" }, { balanceModifiable: true }],
  [{ selfdestruct: "1" }, { selfDestruct: true }],
  [{ can_take_back_ownership: "1" }, { ownershipReclaimable: true }],
  [{ slippage_modifiable: "1" }, { taxModifiable: true }],
  [{ is_open_source: "0" }, { openSource: false }],
  [{ is_mintable: "1", owner_address: "0x0000000000000000000000000000000000000000" }, { mintable: false }],
  [{ is_mintable: "1", owner_address: "" }, { mintable: false }],
  [{ is_mintable: "1", owner_address: "0x00000000000000000000000000000000000000bb" }, { mintable: true }],
  [{ is_mintable: "1", owner_address: undefined }, { mintable: true }],
  [{ is_mintable: "1", owner_address: "", hidden_owner: "1" }, { mintable: true }],
  [{ is_mintable: "1", owner_address: "", can_take_back_ownership: "1" }, { mintable: true }],
])("%j is read as %j", async (facts, check) => {
  expect(await checkOf(facts)).toMatchObject(check)
})

test.each([
  ["a malformed record", 1, { broken: "text" }],
  ["a null record", 1, { broken: null }],
  ["a record that is not complete yet", 2, { broken: { token_name: "New" } }],
  ["a record of the code alone", 2, { broken: { is_open_source: "1", is_mintable: "0", owner_address: "" } }],
  ["a record that a partial answer leaves out", 2, {}],
])("%s costs its own token, not the others", async (_, code, { broken }: { readonly broken?: unknown }) => {
  const other = { chain: "ethereum", address: "0x00000000000000000000000000000000000000b2" }
  const result = { [TOKEN.address.toLowerCase()]: record({}), ...(broken !== undefined && { [other.address]: broken }) }
  const { source } = goPlus(() => ({ body: { code, message: "partial", result } }))
  const { checks, isWhole } = await source.security([TOKEN, other])
  expect([checks.map(({ address }) => address), isWhole]).toEqual([[TOKEN.address], false])
})

test("a limit with a null message is a rate limit", () => {
  expect(readGoPlusError({ code: 4029, message: null, result: null })).toMatchObject({ kind: "rate_limited" })
})

const SOLANA_ANSWER = fixtureJson("lib/market/sources/goplus/fixtures/solana_token_security_shape.json")
const MINT = { chain: "solana", address: "MintExample11111111111111111111111111111111" }

async function solanaCheckOf(facts: object) {
  const [known] = Object.values((SOLANA_ANSWER as { result: Record<string, object> }).result)
  const body = { code: 1, message: "ok", result: { [MINT.address]: { ...known, ...facts } } }
  const { source, requests } = goPlus(() => ({ body }))
  const { checks } = await source.security([MINT])
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1/solana/token_security"])
  return checks[0]
}

test("a Solana token is checked: pools are not holders, burned liquidity is percent", async () => {
  expect(await solanaCheckOf({})).toMatchObject({
    honeypot: false,
    buyTaxPct: 0,
    mintable: false,
    freezable: false,
    balanceModifiable: false,
    lpLockedPct: 99.5,
    top10Pct: 10,
    creatorPct: 2,
    honeypotSameCreator: false,
  })
})

test.each([
  [{ mintable: { status: "1", authority: [] } }, { mintable: true }],
  [{ freezable: { status: "1", authority: [] } }, { freezable: true }],
  [{ balance_mutable_authority: { status: "1", authority: [] } }, { balanceModifiable: true }],
  [{ closable: { status: "1", authority: [] } }, { selfDestruct: true }],
  [{ non_transferable: "1" }, { honeypot: true }],
  [{ default_account_state: "2" }, { honeypot: true }],
  [{ transfer_hook: [{ address: "Hook", malicious_address: 0 }] }, { honeypot: null, sellLimited: null }],
  [{ transfer_fee: { current_fee_rate: { fee_rate: "0.02", maximum_fee: "1" } } }, { buyTaxPct: 2, sellTaxPct: 2 }],
  [{ transfer_fee: { current_fee_rate: { fee_rate: "500" } } }, { buyTaxPct: 5 }],
  [{ transfer_fee: { scheduled_fee_rate: [{ epoch: "7", fee_rate: "0.9" }] } }, { buyTaxPct: 90, sellTaxPct: 90 }],
  [{ transfer_fee: { scheduled_fee_rate: { epoch: "7", fee_rate: "0.9" } } }, { buyTaxPct: 90 }],
  [{ transfer_fee: { current_fee_rate: { fee_rate: "" } } }, { buyTaxPct: null, sellTaxPct: null }],
  [{ transfer_fee_upgradable: { status: "1", authority: [] } }, { taxModifiable: true }],
  [{ creators: [{ address: "X", malicious_address: 1 }] }, { honeypotSameCreator: true, creatorPct: null }],
  [{ mintable: undefined }, { mintable: null }],
])("of a Solana token %j is read as %j", async (facts, check) => {
  expect(await solanaCheckOf(facts)).toMatchObject(check)
})

test("missing fields are unknown, and unknown tokens are absent", async () => {
  const body = { code: 1, message: "OK", result: { [TOKEN.address.toLowerCase()]: { buy_tax: "", is_proxy: "1" } } }
  const { checks } = await goPlus(() => ({ body })).source.security([TOKEN])
  expect(checks[0]).toMatchObject({ buyTaxPct: null, honeypot: null, proxy: true, lpLockedPct: null, freezable: null })
  const none = { code: 1, message: "OK", result: {} }
  expect((await goPlus(() => ({ body: none })).source.security([TOKEN])).checks).toEqual([])
})

test("a chain that cannot be read loses only its own tokens", async () => {
  const { source } = goPlus(({ url }) =>
    url.includes("/56?") ? { body: { code: 4029, message: "limit" } } : { body: ANSWER },
  )
  const { checks, isWhole } = await source.security([TOKEN, { chain: "bsc", address: "0x1" }])
  expect([checks.length, isWhole]).toEqual([1, false])
})

test("a mutated answer is parsed or refused with a source error", () => {
  fc.assert(
    fc.property(mutatedJson(ANSWER), (answer) => {
      expect(() => GoPlusAnswer.safeParse(answer)).not.toThrow()
    }),
    { numRuns: 200 },
  )
})
