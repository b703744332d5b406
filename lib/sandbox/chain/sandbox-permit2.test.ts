import { permit2WitnessTypes, PERMIT2_ADDRESS, x402ExactPermit2ProxyABI, x402ExactPermit2ProxyAddress } from "@x402/evm"
import { type Address, domainSeparator, type Hex, numberToHex, parseAbi, parseEventLogs, parseSignature } from "viem"
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { EXACT_PERMIT2_PROXY, exactPermit2ProxyAbi, PERMIT2, permit2Abi } from "@/lib/chain/permit2"
import { deployWallet } from "@/lib/testing/payments/deploy-wallet"
import { tokenViews } from "@/lib/testing/payments/token-calls"
import { sandboxUsdcAbi } from "./contracts"
import { type SandboxChain, startSandboxChain } from "./sandbox-chain"
import { type SandboxClient, sandboxClient } from "./sandbox-client"

/** The official package's types, ABI and addresses: what its clients sign and its facilitator calls must work here. */
const official = { address: x402ExactPermit2ProxyAddress, abi: x402ExactPermit2ProxyABI } as const
const domain = { name: "Permit2", chainId: 8453, verifyingContract: PERMIT2_ADDRESS } as const
const more = parseAbi([
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function invalidateUnorderedNonces(uint256 word, uint256 mask)",
  "function approve(address spender, uint256 amount) returns (bool)",
])

const payee: Address = "0x00000000000000000000000000000000000Fee01"
const PRICE = 10_000n

type Terms = {
  readonly token: Address
  readonly amount: bigint
  readonly spender: Address
  readonly nonce: bigint
  readonly deadline: bigint
  readonly to: Address
  readonly validAfter: bigint
}

let chain: SandboxChain
let client: SandboxClient
let stranger: PrivateKeyAccount
let payer: PrivateKeyAccount
let nowS: bigint
let lastNonce = 255n

beforeAll(async () => {
  chain = await startSandboxChain()
  client = sandboxClient(chain.rpcUrl)
  stranger = privateKeyToAccount(chain.settlerPrivateKey)
  payer = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: payer.address, value: 10n ** 18n })
  await mint(payer.address)
  await approve(10n ** 9n)
  nowS = (await client.getBlock()).timestamp
})

afterAll(() => chain.stop())

test("both stand where official clients look for them, under Permit2's own domain", async () => {
  expect([PERMIT2, EXACT_PERMIT2_PROXY]).toEqual([PERMIT2_ADDRESS, x402ExactPermit2ProxyAddress])
  const separator = { address: PERMIT2, abi: more, functionName: "DOMAIN_SEPARATOR" } as const
  expect(await client.readContract(separator)).toBe(domainSeparator({ domain }))
  expect(await client.readContract({ ...official, functionName: "PERMIT2" })).toBe(PERMIT2)
})

test("whoever calls, the signed amount goes to the signed payee, once", async () => {
  const terms = newTerms()
  const signature = await sign(terms)
  const before = await balanceOf(payee)
  const receipt = await settle(terms, signature)
  expect(await balanceOf(payee)).toBe(before + PRICE)
  const names = parseEventLogs({ abi: [...tokenViews, ...exactPermit2ProxyAbi], logs: receipt.logs })
  expect(names.map(({ eventName }) => eventName)).toEqual(["Transfer", "Settled"])
  expect(await isUsed(terms)).toBe(true)
  await expect(simulate(terms, signature)).rejects.toThrow(/InvalidNonce|0x756688fe/)
})

test.each<[string, Partial<Terms>]>([
  ["another payee", { to: "0x00000000000000000000000000000000000000ee" }],
  ["another amount", { amount: PRICE + 1n }],
  ["another nonce", { nonce: 7n }],
  ["another deadline", { deadline: 2n ** 40n }],
  ["another beginning", { validAfter: 1n }],
])("a signature is none for %s", async (_, changes) => {
  const terms = newTerms()
  const signature = await sign(terms)
  await expect(simulate({ ...terms, ...changes }, signature)).rejects.toThrow()
  await expect(simulate(terms, signature), "as signed").resolves.toBeDefined()
})

test.each<[string, Partial<Terms>]>([
  ["for another spender", { spender: "0x00000000000000000000000000000000000000ee" }],
  ["that is over", { deadline: 1n }],
  ["that begins later", { validAfter: 2n ** 40n }],
  ["of nothing", { amount: 0n }],
  ["to nobody", { to: "0x0000000000000000000000000000000000000000" }],
  ["of more than the payer holds", { amount: 10n ** 8n }],
])("a permit %s moves nothing", async (_, changes) => {
  const terms = newTerms(changes)
  const signature = await sign(terms)
  await expect(simulate(terms, signature)).rejects.toThrow()
})

test("a permit that begins or ends this second is good", async () => {
  const { timestamp } = await client.getBlock({ blockTag: "latest" })
  const terms = newTerms({ validAfter: timestamp, deadline: timestamp + 30n })
  await expect(simulate(terms, await sign(terms))).resolves.toBeDefined()
})

test("what the payer takes back, or no longer allows, cannot be moved", async () => {
  const terms = newTerms()
  const signature = await sign(terms)
  await takeBack(terms)
  await expect(simulate(terms, signature)).rejects.toThrow()
  const other = newTerms()
  const signed = await sign(other)
  await approve(PRICE - 1n)
  await expect(simulate(other, signed)).rejects.toThrow(/TRANSFER_FROM_FAILED/)
  await approve(10n ** 9n)
  await expect(simulate(other, signed)).resolves.toBeDefined()
})

test("the compact form of a signature is taken, and one that is cut short is not", async () => {
  const terms = newTerms()
  const signature = await sign(terms)
  const { r, s, yParity } = parseSignature(signature)
  const compact: Hex = `${r}${numberToHex(BigInt(s) + (BigInt(yParity) << 255n), { size: 32 }).slice(2)}`
  await expect(simulate(terms, compact)).resolves.toBeDefined()
  await expect(simulate(terms, signature.slice(0, -4) as Hex)).rejects.toThrow()
})

test("an ERC-1271 wallet pays with its owner's signature", async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = await deployWallet(client, stranger, owner.address)
  await mint(wallet)
  await client.impersonateAccount({ address: wallet })
  await client.setBalance({ address: wallet, value: 10n ** 18n })
  await approve(PRICE, wallet)
  const terms = newTerms()
  await expect(simulate(terms, await sign(terms), wallet), "signed by somebody else").rejects.toThrow()
  await expect(simulate(terms, await sign(terms, owner), wallet)).resolves.toBeDefined()
})

function newTerms(changes: Partial<Terms> = {}): Terms {
  lastNonce += 1n
  const times = { validAfter: 0n, deadline: nowS + 300n }
  const parties = { token: chain.usdcAddress, spender: EXACT_PERMIT2_PROXY, to: payee } as const
  return { ...parties, amount: PRICE, nonce: lastNonce, ...times, ...changes }
}

function sign({ token, amount, spender, nonce, deadline, to, validAfter }: Terms, by = payer): Promise<Hex> {
  const message = { permitted: { token, amount }, spender, nonce, deadline, witness: { to, validAfter } }
  return by.signTypedData({ domain, types: permit2WitnessTypes, primaryType: "PermitWitnessTransferFrom", message })
}

function callOf({ token, amount, nonce, deadline, to, validAfter }: Terms, signature: Hex, owner: Address) {
  const permit = { permitted: { token, amount }, nonce, deadline }
  const args = [permit, owner, { to, validAfter }, signature] as const
  return { ...official, account: stranger, functionName: "settle", args } as const
}

function simulate(terms: Terms, signature: Hex, owner: Address = payer.address) {
  return client.simulateContract(callOf(terms, signature, owner))
}

async function settle(terms: Terms, signature: Hex) {
  return mined(await client.writeContract(callOf(terms, signature, payer.address)))
}

async function approve(amount: bigint, account: PrivateKeyAccount | Address = payer): Promise<void> {
  const call = { account, address: chain.usdcAddress, abi: more, functionName: "approve" } as const
  await mined(await client.writeContract({ ...call, args: [PERMIT2, amount] }))
}

async function takeBack({ nonce }: Terms): Promise<void> {
  const call = { account: payer, address: PERMIT2, abi: more, functionName: "invalidateUnorderedNonces" } as const
  await mined(await client.writeContract({ ...call, args: [nonce >> 8n, 1n << (nonce & 255n)] }))
}

function mined(hash: Hex) {
  return client.waitForTransactionReceipt({ hash })
}

async function mint(to: Address): Promise<void> {
  const account = privateKeyToAccount(chain.faucetPrivateKey)
  const call = { account, address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "mint" } as const
  await mined(await client.writeContract({ ...call, args: [to, 1_000_000n] }))
}

function balanceOf(account: Address): Promise<bigint> {
  const call = { address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "balanceOf" } as const
  return client.readContract({ ...call, args: [account] })
}

async function isUsed({ nonce }: Terms): Promise<boolean> {
  const call = { address: PERMIT2, abi: permit2Abi, functionName: "nonceBitmap" } as const
  const word = await client.readContract({ ...call, args: [payer.address, nonce >> 8n] })
  return ((word >> (nonce & 255n)) & 1n) === 1n
}
