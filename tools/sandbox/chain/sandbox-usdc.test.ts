import { type Address, type Hex, domainSeparator, numberToHex, pad, parseEventLogs } from "viem"
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { deployWallet } from "@/tools/testing/payments/deploy-wallet"
import {
  FOREVER,
  type Terms,
  cancelWith,
  malleate,
  permitWith,
  receiveWith,
  tokenViews,
  transferWith,
  typedData,
} from "@/tools/testing/payments/token-calls"
import {
  CANONICAL_USDC_ADDRESS,
  MULTICALL3_ADDRESS,
  SANDBOX_USDC_ADDRESS,
  sandboxUsdcAbi,
} from "@/lib/sandbox/chain/contracts"
import { provisionChain } from "./provision"
import { type SandboxChain, startSandboxChain } from "./sandbox-chain"
import { type SandboxClient, sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

const payee: Address = "0x00000000000000000000000000000000000Fee01"

let chain: SandboxChain
let client: SandboxClient
let settler: PrivateKeyAccount
let payer: PrivateKeyAccount
let lastNonce = 0

beforeAll(async () => {
  chain = await startSandboxChain()
  client = sandboxClient(chain.rpcUrl)
  settler = privateKeyToAccount(chain.settlerPrivateKey)
  payer = privateKeyToAccount(generatePrivateKey())
  await mint(payer.address, 1_000_000n)
})

afterAll(() => chain.stop())

test("the token has USDC's name, version, symbol and decimals, at its own address", async () => {
  const read = (functionName: "name" | "symbol" | "version" | "decimals") =>
    client.readContract({ address: chain.usdcAddress, abi: tokenViews, functionName })
  expect(await Promise.all([read("name"), read("version"), read("symbol"), read("decimals")])).toEqual([
    "USD Coin",
    "2",
    "USDC",
    6,
  ])
  expect(chain.usdcAddress).toBe(SANDBOX_USDC_ADDRESS)
  expect(chain.usdcAddress).not.toBe(CANONICAL_USDC_ADDRESS)
})

test("only the minter mints", async () => {
  const call = { account: settler, address: chain.usdcAddress, abi: sandboxUsdcAbi } as const
  await expect(client.simulateContract({ ...call, functionName: "mint", args: [payee, 1n] })).rejects.toThrow(
    /not a minter/,
  )
})

describe("transferWithAuthorization", () => {
  test("the bytes form transfers once and emits both events", async () => {
    const terms = newTerms()
    const signature = await sign("TransferWithAuthorization", terms)
    const before = await balanceOf(payee)
    const receipt = await send(transferWith.bytes(terms, signature))
    expect(await balanceOf(payee)).toBe(before + terms.value)
    const logs = parseEventLogs({ abi: tokenViews, logs: receipt.logs })
    expect(logs.map((log) => log.eventName)).toEqual(["AuthorizationUsed", "Transfer"])
    expect(logs[0]?.args).toEqual({ authorizer: payer.address, nonce: terms.nonce })
    expect(await isUsed(terms)).toBe(true)
    await expect(simulate(transferWith.bytes(terms, signature))).rejects.toThrow(/used or canceled/)
    await expect(simulate(transferWith.vrs(terms, signature)), "the other form").rejects.toThrow(/used or canceled/)
  })

  test("the v, r, s form transfers once", async () => {
    const terms = newTerms()
    const signature = await sign("TransferWithAuthorization", terms)
    const before = await balanceOf(payee)
    await send(transferWith.vrs(terms, signature))
    expect(await balanceOf(payee)).toBe(before + terms.value)
    await expect(simulate(transferWith.vrs(terms, signature))).rejects.toThrow(/used or canceled/)
  })

  test("a signature with other terms, signer, domain or type, or a truncated or malleated one, is refused", async () => {
    const terms = newTerms()
    const good = await sign("TransferWithAuthorization", terms)
    const otherAccount = privateKeyToAccount(generatePrivateKey())
    const bad = [
      await sign("TransferWithAuthorization", { ...terms, value: 1n }),
      await sign("TransferWithAuthorization", terms, { signer: otherAccount }),
      await sign("TransferWithAuthorization", terms, { verifyingContract: CANONICAL_USDC_ADDRESS }),
      await sign("ReceiveWithAuthorization", terms),
      good.slice(0, -2) as Hex,
      malleate(good),
    ]
    for (const signature of bad) {
      await expect(simulate(transferWith.bytes(terms, signature))).rejects.toThrow(/invalid signature/)
    }
    await expect(simulate(transferWith.vrs(terms, malleate(good)))).rejects.toThrow(/invalid signature/)
    await expect(simulate(transferWith.bytes(terms, good)), "the signature as made").resolves.toBeDefined()
  })

  test("an authorization outside its validity window is refused", async () => {
    const { timestamp } = await client.getBlock()
    const early = newTerms({ validAfter: timestamp + 100n })
    const late = newTerms({ validBefore: timestamp })
    await expect(simulate(await signedTransfer(early))).rejects.toThrow(/not yet valid/)
    await expect(simulate(await signedTransfer(late))).rejects.toThrow(/expired/)
  })

  test("an authorization above the payer's balance is refused and stays unused", async () => {
    const terms = newTerms({ value: 10n ** 12n })
    const call = transferWith.bytes(terms, await sign("TransferWithAuthorization", terms))
    await expect(simulate(call)).rejects.toThrow(/transfer amount exceeds balance/)
    expect(await isUsed(terms)).toBe(false)
  })

  test("an ERC-1271 wallet pays with its owner's signature by the bytes form", async () => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const wallet = await deployWallet(client, settler, owner.address)
    await mint(wallet, 50_000n)
    const terms = newTerms({ from: wallet, value: 50_000n })
    const foreign = await sign("TransferWithAuthorization", terms)
    await expect(simulate(transferWith.bytes(terms, foreign))).rejects.toThrow(/invalid signature/)
    await send(transferWith.bytes(terms, await sign("TransferWithAuthorization", terms, { signer: owner })))
    expect(await balanceOf(wallet)).toBe(0n)
  })
})

test("receiveWithAuthorization can only be called by the payee, in both forms", async () => {
  for (const form of [receiveWith.bytes, receiveWith.vrs]) {
    const mine = newTerms({ to: settler.address })
    await send(form(mine, await sign("ReceiveWithAuthorization", mine)))
    expect(await isUsed(mine)).toBe(true)
    const foreign = newTerms()
    const call = form(foreign, await sign("ReceiveWithAuthorization", foreign))
    await expect(simulate(call)).rejects.toThrow(/must be the payee/)
  }
})

test("an authorization that either form cancelled cannot be used", async () => {
  for (const form of [cancelWith.bytes, cancelWith.vrs]) {
    const terms = newTerms()
    const signature = await sign("TransferWithAuthorization", terms)
    const cancel = await sign("CancelAuthorization", { authorizer: terms.from, nonce: terms.nonce })
    const receipt = await send(form(terms, cancel))
    expect(parseEventLogs({ abi: tokenViews, logs: receipt.logs })[0]?.eventName).toBe("AuthorizationCanceled")
    await expect(simulate(transferWith.bytes(terms, signature))).rejects.toThrow(/used or canceled/)
  }
})

test("a permit sets the allowance once, in both forms", async () => {
  const token = { address: chain.usdcAddress, abi: tokenViews } as const
  const owner = payer.address
  for (const [nonce, form] of [permitWith.bytes, permitWith.vrs].entries()) {
    const terms = { owner, spender: payee, value: BigInt(nonce + 7) }
    const permit = form(terms, await sign("Permit", { ...terms, nonce: BigInt(nonce), deadline: FOREVER }))
    await send(permit)
    const allowance = { ...token, functionName: "allowance", args: [owner, payee] } as const
    expect(await client.readContract(allowance)).toBe(terms.value)
    await expect(simulate(permit), "a second time").rejects.toThrow(/invalid signature/)
  }
})

test("Multicall3 at its canonical address returns a failed call beside a successful call", async () => {
  const target = { address: chain.usdcAddress, abi: tokenViews } as const
  const results = await client.multicall({
    multicallAddress: MULTICALL3_ADDRESS,
    contracts: [
      { ...target, functionName: "decimals" },
      { address: MULTICALL3_ADDRESS, abi: tokenViews, functionName: "decimals" },
    ],
  })
  expect(results.map((result) => result.status)).toEqual(["success", "failure"])
})

test("the token at USDC's canonical address has Base's domain separator", async () => {
  const minterAddress = privateKeyToAccount(chain.faucetPrivateKey).address
  const options = { rpcUrl: chain.rpcUrl, settlerAddress: chain.settlerAddress, minterAddress }
  const { usdcAddress } = await provisionChain({ ...options, usdcAddress: CANONICAL_USDC_ADDRESS })
  const call = { address: usdcAddress, abi: sandboxUsdcAbi, functionName: "DOMAIN_SEPARATOR" } as const
  // Base mainnet's own DOMAIN_SEPARATOR of USDC.
  const onBase = "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f"
  expect(await client.readContract(call)).toBe(onBase)
  const domain = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: usdcAddress }
  expect(domainSeparator({ domain })).toBe(onBase)
})

function newTerms(changes: Partial<Terms> = {}): Terms {
  lastNonce += 1
  const nonce = pad(numberToHex(lastNonce), { size: 32 })
  const defaults = { from: payer.address, to: payee, value: 10_000n, validAfter: 0n, validBefore: FOREVER, nonce }
  return { ...defaults, ...changes }
}

type Signing = { readonly signer?: PrivateKeyAccount; readonly verifyingContract?: Address }

function sign(
  primaryType: keyof typeof typedData,
  message: Record<string, unknown>,
  signing: Signing = {},
): Promise<Hex> {
  const verifyingContract = signing.verifyingContract ?? chain.usdcAddress
  const domain = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract }
  return (signing.signer ?? payer).signTypedData({ domain, types: typedData, primaryType, message })
}

async function signedTransfer(terms: Terms): Promise<Hex> {
  return transferWith.bytes(terms, await sign("TransferWithAuthorization", terms))
}

function simulate(data: Hex) {
  return client.call({ account: settler.address, to: chain.usdcAddress, data })
}

async function send(data: Hex) {
  const hash = await client.sendTransaction({ account: settler, to: chain.usdcAddress, data })
  return client.waitForTransactionReceipt({ hash })
}

async function mint(to: Address, amount: bigint): Promise<void> {
  const account = privateKeyToAccount(chain.faucetPrivateKey)
  const call = { account, address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "mint" } as const
  await client.waitForTransactionReceipt({ hash: await client.writeContract({ ...call, args: [to, amount] }) })
}

function balanceOf(account: Address): Promise<bigint> {
  return client.readContract({
    address: chain.usdcAddress,
    abi: sandboxUsdcAbi,
    functionName: "balanceOf",
    args: [account],
  })
}

function isUsed({ from, nonce }: Terms): Promise<boolean> {
  const call = { address: chain.usdcAddress, abi: tokenViews, functionName: "authorizationState" } as const
  return client.readContract({ ...call, args: [from, nonce] })
}
