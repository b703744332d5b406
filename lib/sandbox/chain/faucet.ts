import {
  type Address,
  type Hex,
  type TransactionReceipt,
  WaitForTransactionReceiptTimeoutError,
  encodeFunctionData,
  getAddress,
  parseEther,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import type { Clock } from "@/lib/domain/clock"
import { type Usdc, formatUsdc, usdc } from "@/lib/domain/usdc"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { sandboxUsdcAbi } from "./contracts"
import { FaucetLimitError, SandboxChainError } from "./errors"
import { fundWithEther, SANDBOX_CHAIN_ID, type SandboxClient, sandboxClient } from "./sandbox-client"

/** The amount of one drip. */
export const FAUCET_DRIP = usdc(10_000_000n)

const WALLET_GAS_WEI = parseEther("0.01")
const RECEIPT_TIMEOUT_MS = 3_000
const MINING_DEADLINE_MS = 10_000
/** A server that has just started can take seconds to read an answer that has long arrived. */
const RPC_DEADLINE_MS = 15_000
/** Twice what a mint takes. With fixed gas and fees, a mint is one request. */
const MINT_GAS = 120_000n
const MAX_FEE_PER_GAS_WEI = 10n ** 12n

const DEFAULT_LIMITS: FaucetLimits = { maxBalance: usdc(100_000_000n), dripsPerHour: 10, totalDripsPerHour: 1_000 }

export type FaucetLimits = {
  /** A drip never lifts a wallet above this. */
  readonly maxBalance: Usdc
  /** For one address, in any 60 minutes. */
  readonly dripsPerHour: number
  /** For all addresses together, in any 60 minutes. */
  readonly totalDripsPerHour: number
}

export type FaucetOptions = {
  readonly rpcUrl: string
  readonly usdcAddress: Address
  /** The token's minter. */
  readonly faucetPrivateKey: Hex
  readonly clock: Clock
  readonly limits?: FaucetLimits
  /** How long a block is waited for before one is asked for. */
  readonly receiptTimeoutMs?: number
}

export type Drip = { readonly transaction: Hex; readonly amount: Usdc; readonly balance: Usdc }

export type Faucet = {
  /**
   * Mints 10 sandbox USDC to an address. `withGas` lifts its ETH to 0.01, which plain transfers need; paying by
   * signature needs none.
   *
   * @throws {FaucetLimitError} enough for now
   * @throws {SandboxChainError} the chain did not answer in time or refused
   */
  drip(address: Address, options?: { readonly withGas?: boolean }): Promise<Drip>
}

type PastDrip = { readonly address: Address; readonly atMs: number }

/** A faucet of the sandbox. Drips run one after another, so that the minter's nonces never collide. */
export function createFaucet({ limits = DEFAULT_LIMITS, clock, ...options }: FaucetOptions): Faucet {
  const client = sandboxClient(options.rpcUrl, RPC_DEADLINE_MS)
  let past: readonly PastDrip[] = []
  let turn: Promise<unknown> = Promise.resolve()

  async function dripNow(address: Address, withGas: boolean): Promise<Drip> {
    const nowMs = clock()
    past = past.filter((drip) => drip.atMs > nowMs - HOUR_MS)
    requireRate(past, address, limits, nowMs)
    try {
      requireRoom(await readBalance(client, options.usdcAddress, address), limits)
      const [transaction] = await Promise.all([
        mint(client, options, address),
        ...(withGas ? [fundWithEther(client, address, WALLET_GAS_WEI)] : []),
      ])
      past = [...past, { address, atMs: nowMs }]
      return { transaction, amount: FAUCET_DRIP, balance: await readBalance(client, options.usdcAddress, address) }
    } catch (cause) {
      if (cause instanceof FaucetLimitError || cause instanceof SandboxChainError) throw cause
      throw new SandboxChainError("The sandbox chain did not carry out the drip.", { cause })
    }
  }

  return {
    drip(address, { withGas = false } = {}) {
      const result = turn.then(() => dripNow(getAddress(address), withGas))
      turn = result.catch(() => undefined)
      return result
    },
  }
}

function requireRate(past: readonly PastDrip[], address: Address, limits: FaucetLimits, nowMs: number): void {
  const own = past.filter((drip) => drip.address === address)
  const isOwnFault = own.length >= limits.dripsPerHour
  if (!isOwnFault && past.length < limits.totalDripsPerHour) return
  const oldestMs = (isOwnFault ? own : past)[0]?.atMs ?? nowMs
  const retryAfterSeconds = Math.ceil((oldestMs + HOUR_MS - nowMs) / 1_000)
  const limit = isOwnFault ? limits.dripsPerHour : limits.totalDripsPerHour
  const scope = isOwnFault ? "to one address" : "in all"
  throw new FaucetLimitError(`The faucet gives at most ${limit} times an hour ${scope}.`, { retryAfterSeconds })
}

function requireRoom(balance: Usdc, { maxBalance }: FaucetLimits): void {
  if (balance + FAUCET_DRIP <= maxBalance) return
  const message = `The faucet fills a wallet up to ${formatUsdc(maxBalance)} USDC; this one holds ${formatUsdc(balance)}.`
  throw new FaucetLimitError(message, { retryAfterSeconds: null, balance: balance.toString() })
}

async function readBalance(client: SandboxClient, usdcAddress: Address, account: Address): Promise<Usdc> {
  const call = { address: usdcAddress, abi: sandboxUsdcAbi, functionName: "balanceOf", args: [account] } as const
  return usdc(await client.readContract(call))
}

async function mint(
  client: SandboxClient,
  options: Pick<FaucetOptions, "faucetPrivateKey" | "usdcAddress" | "receiptTimeoutMs">,
  to: Address,
): Promise<Hex> {
  const minter = privateKeyToAccount(options.faucetPrivateKey)
  const serializedTransaction = await minter.signTransaction({
    chainId: SANDBOX_CHAIN_ID,
    nonce: await client.getTransactionCount({ address: minter.address, blockTag: "pending" }),
    gas: MINT_GAS,
    maxFeePerGas: MAX_FEE_PER_GAS_WEI,
    maxPriorityFeePerGas: 1n,
    to: options.usdcAddress,
    data: encodeFunctionData({ abi: sandboxUsdcAbi, functionName: "mint", args: [to, FAUCET_DRIP] }),
  })
  const hash = await client.sendRawTransaction({ serializedTransaction })
  const receipt = await receiptOf(client, hash, options.receiptTimeoutMs ?? RECEIPT_TIMEOUT_MS)
  if (receipt.status !== "success") throw new SandboxChainError(`The mint ${hash} was reverted.`)
  return hash
}

/**
 * The local chain mines each transaction at once, but sometimes misses a transaction that arrives while it mines
 * another.
 */
async function receiptOf(client: SandboxClient, hash: Hex, receiptTimeoutMs: number): Promise<TransactionReceipt> {
  try {
    return await client.waitForTransactionReceipt({ hash, timeout: receiptTimeoutMs })
  } catch (cause) {
    if (!(cause instanceof WaitForTransactionReceiptTimeoutError)) throw cause
    await client.mine({ blocks: 1 })
    return client.waitForTransactionReceipt({ hash, timeout: MINING_DEADLINE_MS })
  }
}
