import { encodeDeployData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { TokenDomain } from "@/lib/x402/chain/authorization"
import { usdc } from "@/lib/domain/usdc"
import type { Authorization } from "@/lib/x402/ledger/payment"
import gasBurningFactory from "@/tools/sandbox/chain/artifacts/GasBurningFactory.json"
import hostileWallet from "@/tools/sandbox/chain/artifacts/HostileWallet.json"
import { openAttackedService } from "@/tools/testing/payments/attacked-service"
import { btc, eth, newPayer, present, PRICE, terms, tokenDomain } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"

/*
 * Attacks that try to get answers without paying or to waste the settler's gas. Each request to the node is counted where
 * it leaves the process, except reads of the settler's own balance, which no client request causes.
 */

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let setup: PaymentSetup
let factory: Hex
let payer: ReturnType<typeof newPayer>
let service: Awaited<ReturnType<typeof openAttackedService>>
let counts: (typeof service)["counts"]
let attempt: (typeof service)["attempt"]

beforeAll(async () => {
  setup = await openPaymentSetup()
  payer = newPayer()
  await setup.mint(payer.address)
  factory = await deploy(gasBurningFactory.bytecode as Hex)
}, 30_000)
afterAll(() => setup.stop())
beforeEach(async () => {
  service = await openAttackedService(setup, [factory])
  ;({ counts, attempt } = service)
})
afterEach(() => service.close())

async function deploy(data: Hex): Promise<Hex> {
  const hash = await setup.client.sendTransaction({ account: setup.wallet, data })
  const { contractAddress } = await setup.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error("The contract was not deployed.")
  return `0x${contractAddress.slice(2).toLowerCase()}`
}

const signed = (changes: Partial<Authorization> = {}, domain?: TokenDomain) => authorizeNow(payer, changes, domain)

/** The second valid signature of the same message, with a high s. */
function malleated(signature: Hex): Hex {
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const flipped = (ORDER - s).toString(16).padStart(64, "0")
  const v = signature.endsWith("1b") ? "1c" : "1b"
  return `${signature.slice(0, 66)}${flipped}${v}` as Hex
}

async function changed(change: (good: Authorization) => Partial<Authorization>): Promise<Authorization> {
  const good = await signed()
  return { ...good, ...change(good) }
}

const OTHER_ADDRESS = "0x00000000000000000000000000000000000000ee"
const nowS = () => Math.floor(Date.now() / 1_000)

describe("an attempt to pay", () => {
  test.each([
    [
      "for less than the price",
      () => signed({ value: usdc(PRICE - 1n) }),
      "invalid_exact_evm_payload_authorization_value_mismatch",
      0,
    ],
    [
      "for more than the price",
      () => signed({ value: usdc(PRICE + 1n) }),
      "invalid_exact_evm_payload_authorization_value_mismatch",
      0,
    ],
    ["to another payee", () => signed({ to: OTHER_ADDRESS }), "invalid_exact_evm_recipient_mismatch", 0],
    [
      "that has expired",
      () => signed({ validBeforeS: nowS() - 1 }),
      "invalid_exact_evm_payload_authorization_valid_before",
      0,
    ],
    [
      "that is not valid yet",
      () => signed({ validAfterS: nowS() + 60 }),
      "invalid_exact_evm_payload_authorization_valid_after",
      0,
    ],
    [
      "signed for another token",
      () => signed({}, { ...tokenDomain, verifyingContract: OTHER_ADDRESS }),
      "invalid_exact_evm_signature",
      1,
    ],
    ["signed for another chain", () => signed({}, { ...tokenDomain, chainId: 1 }), "invalid_exact_evm_signature", 1],
    [
      "changed after it was signed",
      () => changed(() => ({ nonce: `0x${"ab".repeat(32)}` })),
      "invalid_exact_evm_signature",
      1,
    ],
    [
      "with another payer's address",
      () => changed(() => ({ from: OTHER_ADDRESS })),
      "invalid_exact_evm_insufficient_balance",
      1,
    ],
    [
      "with a malleated signature",
      () => changed(({ signature }) => ({ signature: malleated(signature) })),
      "invalid_exact_evm_signature",
      1,
    ],
    [
      "with half a signature",
      () => changed(({ signature }) => ({ signature: signature.slice(0, 66) as Hex })),
      "invalid_exact_evm_signature",
      1,
    ],
    ["with no signature", () => changed(() => ({ signature: "0x" })), "invalid_exact_evm_signature", 1],
    [
      "with a wallet of an unknown factory, which is not called",
      () =>
        changed(() => ({ from: OTHER_ADDRESS, deployment: { factory: OTHER_ADDRESS, data: `0x${"ff".repeat(500)}` } })),
      "eip6492_factory_not_allowed",
      1,
    ],
  ] as const)("%s is refused", async (_, make, reason, calls) => {
    const authorization = await make()
    expect(await attempt(authorization)).toMatchObject({ kind: "refused", reason })
    expect(counts.produced).toBe(0)
    expect(counts.asked).toEqual(Array.from({ length: calls }, () => "eth_call"))
    expect(await setup.balanceOf(payer.address)).toBe(PRICE)
  })

  test.each([
    ["on another network", { network: "eip155:1" }, "invalid_exact_evm_network_mismatch"],
    ["with another scheme", { scheme: "upto" }, "unsupported_scheme"],
    ["for another resource", { resourceUrl: `${terms.origin}/api/quote/ETH` }, "payment_resource_mismatch"],
    [
      "for another price",
      { accepted: { amount: "1", asset: terms.asset, payTo: terms.payTo } },
      "invalid_exact_evm_payload_authorization_value_mismatch",
    ],
    [
      "in another token",
      { accepted: { amount: String(PRICE), asset: OTHER_ADDRESS, payTo: terms.payTo } },
      "invalid_exact_evm_asset_mismatch",
    ],
  ] as const)("%s causes no request to the node", async (_, changes, reason) => {
    expect(await attempt(await signed(), changes)).toMatchObject({ kind: "refused", reason })
    expect([counts.produced, counts.asked]).toEqual([0, []])
  })
})

describe("abuse of a paid authorization", () => {
  test("50 replays, also for another resource, cause one answer, one transfer and no request to the node", async () => {
    const authorization = await signed()
    expect(await attempt(authorization)).toMatchObject({ kind: "delivered" })
    expect(await setup.balanceOf(payer.address)).toBe(0n)
    counts.asked = []
    const replays = await Promise.all(Array.from({ length: 50 }, () => attempt(authorization)))
    expect(new Set(replays.map(({ kind }) => kind))).toEqual(new Set(["delivered"]))
    expect(await attempt(authorization, {}, eth)).toMatchObject({ kind: "refused", reason: "payment_already_used" })
    expect([counts.produced, counts.asked]).toEqual([1, []])
    await setup.mint(payer.address)
  })

  test("of two concurrent payments with balance for one, one is served and the other sends no transaction", async () => {
    const [first, second] = [await signed(), await signed()]
    const outcomes = await Promise.all([attempt(first), attempt(second)])
    const kinds = outcomes.map(({ kind }) => kind).toSorted()
    expect(kinds, "one of two is served, for one price").toEqual(["delivered", "refused"])
    expect(transactions()).toBe(1)
    expect(await setup.balanceOf(payer.address)).toBe(0n)
    await setup.mint(payer.address)
  })
})

test("a payer that empties its account while the answer is computed is refused, and no transaction is sent", async () => {
  const [poor] = await honestPayers()
  if (poor === undefined) throw new Error("No payer.")
  counts.asked = []
  const outcome = await service.gate.pay(present(poor), btc, async () => {
    await setup.client.impersonateAccount({ address: poor.from })
    await setup.client.setBalance({ address: poor.from, value: 10n ** 18n })
    const call = { account: poor.from, address: terms.asset, abi: erc20Abi, functionName: "transfer" } as const
    const hash = await setup.client.writeContract({ ...call, args: [OTHER_ADDRESS, PRICE] })
    await setup.client.waitForTransactionReceipt({ hash })
    return { body: "{}", etag: null }
  })
  expect(outcome).toMatchObject({ kind: "refused", reason: "invalid_exact_evm_insufficient_balance" })
  expect(transactions()).toBe(0)
  counts.asked = []
  const again = await Promise.all([1, 2, 3].map(() => attempt(poor)))
  for (const one of again) expect(one).toMatchObject({ reason: "invalid_exact_evm_insufficient_balance" })
  expect([counts.produced, transactions()], "no further computation or transaction while the account is empty").toEqual(
    [0, 0],
  )
})

describe("a hostile smart wallet", () => {
  const abi = parseAbi(["constructor(uint8 manner)"])
  const bytecode = hostileWallet.bytecode as Hex

  /** The wallet ignores its signature. */
  async function hostile(manner: number): Promise<Authorization> {
    const from = await deploy(encodeDeployData({ abi, bytecode, args: [manner] }))
    await setup.mint(from)
    return authorizeNow(newPayer(), { from })
  }

  test.each([
    ["reverts", 0],
    ["answers garbage", 1],
    ["burns all gas", 2],
  ])("that %s in the simulation is refused and costs one request to the node", async (_, manner) => {
    const authorization = await hostile(manner)
    counts.asked = []
    expect(await attempt(authorization)).toMatchObject({ kind: "refused", reason: "invalid_exact_evm_signature" })
    expect([counts.produced, counts.asked]).toEqual([0, ["eth_call"]])
    expect(await setup.balanceOf(authorization.from)).toBe(PRICE)
  })

  test("that passes the simulation and burns all gas on chain is refused; its batch's others are served", async () => {
    const authorization = await hostile(3)
    const honest = await honestPayers()
    const [burner, ...others] = await Promise.all([authorization, ...honest].map((one) => attempt(one)))
    expect(burner).toMatchObject({ kind: "refused", reason: "invalid_transaction_state" })
    expect(others.map(({ kind }) => kind)).toEqual(["delivered", "delivered", "delivered"])
    expect(await setup.balanceOf(authorization.from)).toBe(PRICE)
    expect(transactions(), "at worst each payment is sent alone once more").toBeLessThanOrEqual(1 + 4 + 1)
  })

  test.each([700_000, 1_000_000])(
    "that needs %i gas, more than a settlement gives, is refused, and other payments are served",
    async (gas) => {
      const from = newPayer().address
      await setup.client.setCode({ address: from, bytecode: thirsty(gas) })
      await setup.mint(from)
      const hungry = await authorizeNow(newPayer(), { from: lower(from) })
      expect(await attempt(hungry)).toMatchObject({ kind: "refused", reason: "invalid_exact_evm_signature" })
      const outcomes = await Promise.all([...(await honestPayers()), hungry].map((one) => attempt(one)))
      expect(outcomes.map(({ kind }) => kind)).toEqual(["delivered", "delivered", "delivered", "refused"])
      expect(transactions(), "at most one for each honest payer").toBeLessThanOrEqual(3)
      counts.asked = []
      const modest = await authorizeNow(newPayer(), { from: lower(from) })
      await setup.client.setCode({ address: from, bytecode: thirsty(300_000) })
      expect((await attempt(modest)).kind, "the gas of a passkey signature is allowed").toBe("delivered")
      expect(transactions(), "it is sent alone at most once more").toBeLessThanOrEqual(2)
    },
  )

  test("that failed once causes no further transaction, with the same proof or another", async () => {
    const authorization = await hostile(3)
    const refused = { kind: "refused", reason: "invalid_transaction_state", payer: authorization.from }
    expect(await attempt(authorization)).toEqual(refused)
    expect(transactions()).toBe(2)
    counts.asked = []
    const another = await authorizeNow(newPayer(), { from: authorization.from })
    expect(await attempt(another)).toEqual(refused)
    expect(counts.asked, "another proof is not simulated").toEqual([])
    for (let n = 0; n < 3; n += 1) expect(await attempt(authorization)).toEqual(refused)
    expect(transactions()).toBe(0)
    const [honest] = await honestPayers()
    expect(honest && (await attempt(honest))).toMatchObject({ kind: "delivered" })
  })

  test("that failed before a restart is still refused with the same proof", async () => {
    const authorization = await hostile(3)
    const refused = { kind: "refused", reason: "invalid_transaction_state" }
    expect(await attempt(authorization)).toMatchObject(refused)
    await service.close()
    service = await openAttackedService(setup, [factory], { ledgerStores: service.ledgerStores })
    ;({ counts, attempt } = service)
    expect(await attempt(authorization)).toMatchObject(refused)
    expect([counts.produced, transactions()]).toEqual([0, 0])
  })
})

test("an allowed factory that burns all gas costs two transactions, and no other payment fails", async () => {
  const wrapped = await undeployed()
  const honest = await honestPayers()
  counts.asked = []
  const [burner, ...others] = await Promise.all([wrapped, ...honest].map((one) => attempt(one)))
  expect(burner).toMatchObject({ kind: "refused", reason: "invalid_transaction_state" })
  expect(others.map(({ kind }) => kind)).toEqual(["delivered", "delivered", "delivered"])
  expect([await setup.balanceOf(wrapped.from), await setup.client.getCode({ address: wrapped.from })]).toEqual([
    PRICE,
    undefined,
  ])
  expect(transactions(), "two for the burner, and up to three for the others").toBeLessThanOrEqual(2 + 3)
})

test.each([
  ["of a key", async () => (await honestPayers())[0], 1],
  ["of a wallet that is not deployed", undeployed, 2],
] as const)("verification of a payment %s costs the expected requests to the node", async (_, make, calls) => {
  const authorization = await make()
  if (authorization === undefined) throw new Error("No payer.")
  counts.asked = []
  let before: readonly string[] = []
  await service.gate.pay(present(authorization), btc, () => {
    before = [...counts.asked]
    return Promise.resolve({ body: "{}", etag: null })
  })
  expect(before).toEqual(Array.from({ length: calls }, () => "eth_call"))
})

/** A payment by a wallet that is not deployed yet. */
async function undeployed(): Promise<Authorization> {
  const owner = newPayer()
  const abi = parseAbi([
    "function createAccount(address owner) returns (address)",
    "function getAddress(address owner) view returns (address)",
  ])
  const args = [owner.address] as const
  const from = lower(await setup.client.readContract({ address: factory, abi, functionName: "getAddress", args }))
  await setup.mint(from)
  const data = encodeFunctionData({ abi, functionName: "createAccount", args })
  return authorizeNow(owner, { from, deployment: { factory, data } })
}

async function honestPayers(): Promise<readonly Authorization[]> {
  const payers = [newPayer(), newPayer(), newPayer()]
  await setup.mint(...payers.map(({ address }) => address))
  return Promise.all(payers.map((one) => authorizeNow(one)))
}

/** A wallet that accepts any signature (ERC-1271) after it has used this much gas. */
function thirsty(gas: number): Hex {
  return `0x5a5b805a900362${gas.toString(16).padStart(6, "0")}11600157631626ba7e60e01b5f5260205ff3`
}

function transactions(): number {
  return counts.asked.filter((method) => method.startsWith("eth_sendRawTransaction")).length
}

function lower(address: Hex): Hex {
  return `0x${address.slice(2).toLowerCase()}`
}
