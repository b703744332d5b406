import { createClient, custom } from "viem"
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import type { TokenDomain } from "@/lib/x402/chain/authorization"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import { createUsdcChain, type UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { type Authorization, paymentId } from "@/lib/x402/ledger/payment"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createGasGuard } from "@/lib/x402/gate/gas-guard"
import { type ChainSettlerOptions, createChainSettler } from "@/lib/x402/settlement/chain-settler"
import type { SettlementFunds } from "@/lib/x402/settlement/settlement-funds"
import type { Settler } from "@/lib/x402/settlement/settler"
import { resourceOf } from "@/lib/x402/wire/requirements"
import { sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { type SandboxChain, startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { authorize, btc, CHAIN_ID, isByKey, newPayer, PRICE, terms } from "./fixtures"

type Transaction = { readonly to: `0x${string}`; readonly data: `0x${string}`; readonly gas?: bigint }

export type PaymentSetup = Awaited<ReturnType<typeof openPaymentSetup>>

/** A real chain and a real ledger for a settler. It uses the system clock, as the token does. */
export async function openPaymentSetup() {
  const chain = await startSandboxChain()
  const client = sandboxClient(chain.rpcUrl)
  const account = settlementAccount(chain.settlerPrivateKey)
  /** The same account, for transactions that the settler does not make. */
  const wallet = privateKeyToAccount(chain.settlerPrivateKey)
  const usdcChain = usdcChainAt(chain, chain.rpcUrl)

  async function mint(...payers: readonly `0x${string}`[]): Promise<void> {
    const faucet = privateKeyToAccount(chain.faucetPrivateKey)
    const call = { account: faucet, address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "mint" } as const
    const hashes: `0x${string}`[] = []
    for (const payer of payers) hashes.push(await client.writeContract({ ...call, args: [payer, PRICE] }))
    for (const hash of hashes) await client.waitForTransactionReceipt({ hash })
  }

  /** A transaction from another account with a fixed gas limit, because an estimate accepts calls that fail alone. */
  async function sendFromOtherAccount(call: Transaction): Promise<`0x${string}`> {
    const other = newPayer()
    await client.setBalance({ address: other.address, value: 10n ** 18n })
    const hash = await client.sendTransaction({ account: other, gas: 2_000_000n, ...call })
    await client.waitForTransactionReceipt({ hash })
    return hash
  }

  const balanceOf = (owner: `0x${string}`): Promise<bigint> =>
    client.readContract({ address: terms.asset, abi: sandboxUsdcAbi, functionName: "balanceOf", args: [owner] })

  return {
    chain,
    client,
    account,
    wallet,
    usdcChain,
    mint,
    sendFromOtherAccount,
    balanceOf,
    stop() {
      timers.abort()
      timers = new AbortController()
      return chain.stop()
    },
  }
}

/**
 * The chain as a settler reads it, over any URL: a URL without a server is a node that is down. `onCall` receives the
 * method of each call when it leaves this process.
 */
export function usdcChainAt(
  chain: Pick<SandboxChain, "usdcAddress">,
  rpcUrl: string,
  factories: readonly `0x${string}`[] = [],
  onCall: (method: string) => void = () => undefined,
): UsdcChain {
  const node = rpcTransport({ url: rpcUrl, timeoutMs: 5_000 })({})
  const request = ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
    onCall(method)
    return node.config.request({ method, params })
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  return createUsdcChain({ client, usdc: chain.usdcAddress, factories })
}

export async function openLedger(): Promise<Ledger> {
  return (await openLedgerWithStores()).ledger
}

/** A ledger with its stores for redelivery. */
export async function openLedgerWithStores() {
  const store = await openEmbeddedStore(":memory:")
  return { ledger: createSqlLedger(store), redeliveryStores: createRedeliveryStores(store) }
}

const WAIT_MS = 10_000

/** Unlimited funds. */
export const unlimitedFunds: Pick<SettlementFunds, "canPay" | "refresh"> = {
  canPay: () => true,
  refresh: () => Promise.resolve(),
}

/** Ends the timers of settlers with their chain: files share a process, and a settler would poll during later files. */
let timers = new AbortController()

/** Guards of their own for one service. */
export const newGasGuard = (chain: Pick<UsdcChain, "fundingSource" | "gasPrice">) =>
  createGasGuard({ chain, clock: Date.now, sleep: timerSleep, maxRefusedShare: 0.2, log: () => undefined })

/** A settler of the setup's account, whose polls and retries are 20 times as fast as the clock. */
export function openSettler(
  { account, usdcChain }: Pick<PaymentSetup, "account" | "usdcChain">,
  ledger: Ledger,
  changes: Partial<ChainSettlerOptions> = {},
): Settler {
  let skipped = 0
  const { signal: closed } = timers
  return createChainSettler({
    ledger,
    chain: usdcChain,
    accounts: [account],
    funds: unlimitedFunds,
    chainId: CHAIN_ID,
    isByKey,
    clock: () => Date.now() + skipped,
    async sleep(ms, signal) {
      if (closed.aborted) return new Promise(() => undefined)
      if (ms === (changes.waitMs ?? WAIT_MS)) return timerSleep(ms, signal)
      skipped += ms - ms / 20
      return timerSleep(ms / 20, signal)
    },
    maxFeePerGas: 10n ** 12n,
    replaceAfterMs: 30_000,
    waitMs: WAIT_MS,
    guard: newGasGuard(usdcChain),
    log: () => undefined,
    ...changes,
  })
}

/** An authorization that is valid now by the system clock. */
export function authorizeNow(
  payer: PrivateKeyAccount,
  changes: Partial<Authorization> = {},
  domain?: TokenDomain,
): Promise<Authorization> {
  const nowS = Math.floor(Date.now() / 1_000)
  return authorize(payer, { validAfterS: nowS - 600, validBeforeS: nowS + 300, ...changes }, domain)
}

/** Claims and answers an authorization, so that it waits for settlement. Returns its id. */
export async function queueForSettlement(ledger: Ledger, authorization: Authorization): Promise<string> {
  const { network, asset } = terms
  const purchase = { network, asset, resource: resourceOf(btc), endpoint: "quote", authorization }
  const claim = await ledger.claim(purchase, Date.now())
  if (claim.kind !== "claimed") throw new Error(`Expected to claim, got ${claim.kind}.`)
  const id = paymentId(purchase)
  await ledger.saveAnswer(id, claim.owner, { body: "{}", etag: null }, Date.now())
  return id
}

export type Sale = { readonly payer: PrivateKeyAccount; readonly id: string; readonly authorization: Authorization }

/** Payers who each hold exactly the price, with authorizations that wait for settlement. */
export async function queueSales(setup: PaymentSetup, ledger: Ledger, count: number): Promise<readonly Sale[]> {
  const payers = Array.from({ length: count }, () => newPayer())
  await setup.mint(...payers.map(({ address }) => address))
  return Promise.all(payers.map((payer) => queueSale(ledger, payer)))
}

/** A payer with any balance. */
export async function queueSale(ledger: Ledger, payer: PrivateKeyAccount = newPayer()): Promise<Sale> {
  const authorization = await authorizeNow(payer)
  return { payer, authorization, id: await queueForSettlement(ledger, authorization) }
}
