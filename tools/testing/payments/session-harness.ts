import { x402Client, wrapFetchWithPayment } from "@x402/fetch"
import { BatchSettlementEvmScheme } from "@x402/evm/batch-settlement/client"
import { createClient } from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { type ChannelChain, createChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import { channelDigests } from "@/lib/x402/chain/channels/channel-digests"
import { digestSigner } from "@/lib/x402/chain/crypto"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { DataUnavailableError } from "@/lib/domain/errors"
import { usdc } from "@/lib/domain/usdc"
import { quotedRoute } from "@/lib/server/http/paid-route"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import { createSqlChannelLedger } from "@/lib/x402/ledger/channels/sql-channel-ledger"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createGasGuard, type GasGuardOptions } from "@/lib/x402/gate/gas-guard"
import type { SalesPause } from "@/lib/x402/errors"
import { createPaymentService } from "@/lib/x402/payment-service"
import { type ChannelJobOptions, startChannelJob } from "@/lib/x402/sessions/channel-job"
import { createSessionGate } from "@/lib/x402/sessions/session-gate"
import { offeredTerms, type PaymentTerms } from "@/lib/x402/wire/requirements"
import { signArtifacts } from "@/lib/x402/wire/signed-artifacts"
import { sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { startSandboxChain } from "@/tools/sandbox/chain/sandbox-chain"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { CHAIN_ID, PRICE, quoteContract, terms as commonTerms, tokenDomain } from "./fixtures"

export const MIN_DEPOSIT = usdc(500_000n)

/** The sandbox chain, which several services of one test file share. */
export async function openSessionChain() {
  const chain = await startSandboxChain()
  const node = createClient({ transport: rpcTransport({ url: chain.rpcUrl, timeoutMs: 5_000 }) })
  const client = sandboxClient(chain.rpcUrl)
  const account = settlementAccount(chain.sessionPrivateKey)

  async function mint(payer: `0x${string}`, amount = 10_000_000n): Promise<void> {
    const faucet = privateKeyToAccount(chain.faucetPrivateKey)
    const call = { account: faucet, address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "mint" } as const
    const hash = await client.writeContract({ ...call, args: [payer, amount] })
    await client.waitForTransactionReceipt({ hash })
  }

  /** A new wallet with 10 play USDC. */
  async function newWallet(): Promise<PrivateKeyAccount> {
    const wallet = privateKeyToAccount(generatePrivateKey())
    await mint(wallet.address)
    return wallet
  }

  const balanceOf = (owner: `0x${string}`): Promise<bigint> =>
    client.readContract({ address: chain.usdcAddress, abi: sandboxUsdcAbi, functionName: "balanceOf", args: [owner] })

  return { chain, node, client, account, mint, newWallet, balanceOf, stop: () => chain.stop() }
}

export type SessionChain = Awaited<ReturnType<typeof openSessionChain>>

export type SessionServiceOptions = {
  readonly store?: Store
  readonly wrapChain?: (chain: UsdcChain & ChannelChain) => UsdcChain & ChannelChain
  readonly wrapChannels?: (channels: ChannelLedger) => ChannelLedger
  readonly claims?: Partial<ChannelJobOptions["claims"]>
  readonly job?: Partial<
    Pick<
      ChannelJobOptions,
      "maxUnclaimedUnits" | "maxFeePerGas" | "lossAfterMs" | "etherFreshMs" | "replaceAfterMs" | "syncMs"
    >
  >
  readonly withdrawDelayS?: number
  readonly terms?: Partial<PaymentTerms>
  readonly guard?: Pick<GasGuardOptions, "profit">
}

const NO_CLAIMS = { thresholdUnits: 10n ** 12n, intervalMs: 3_600_000, maxChannelUnits: 10n ** 12n }

/**
 * One paid endpoint that sells by sessions, on a real chain and a real ledger. It uses the system clock, as the token
 * does.
 */
export async function openSessionService(session: SessionChain, options: SessionServiceOptions = {}) {
  const { chain, node } = session
  const { createUsdcChain } = await import("@/lib/x402/chain/usdc-chain")
  const store = options.store ?? (await openEmbeddedStore(":memory:"))
  const sessions = {
    receiverAuthorizer: session.account.address,
    withdrawDelayS: options.withdrawDelayS ?? 86_400,
    minDeposit: MIN_DEPOSIT,
  }
  const payTo = privateKeyToAccount(generatePrivateKey()).address
  const terms: PaymentTerms = { ...commonTerms, payTo, sessions, ...options.terms }
  const ledger = createSqlLedger(store)
  const channels = (options.wrapChannels ?? ((all) => all))(createSqlChannelLedger(store))
  const plain = {
    ...createUsdcChain({ client: node, usdc: chain.usdcAddress, factories: [] }),
    ...createChannelChain(node),
  }
  const usdcChain = (options.wrapChain ?? ((all) => all))(plain)
  const digests = channelDigests(tokenDomain)
  const authorizer = digestSigner(chain.sessionPrivateKey)
  const events: string[] = []
  const time = { clock: Date.now, sleep: timerSleep }
  const log = (event: string) => void events.push(event)
  const guard = createGasGuard({ ...time, chain: usdcChain, maxRefusedShare: 0.2, log, ...options.guard })
  const common = { digests, authorizer, terms, guard, ...time }
  const job = startChannelJob({
    ...common,
    newTerm: () => ({ lease: null, channels }),
    chain: usdcChain,
    account: session.account,
    chainId: CHAIN_ID,
    maxFeePerGas: 10n ** 12n,
    replaceAfterMs: 30_000,
    claims: { ...NO_CLAIMS, ...options.claims },
    channels,
    maxUnclaimedUnits: 10n ** 13n,
    alarmClaims: 1,
    withdrawDelayS: sessions.withdrawDelayS,
    syncMs: 500,
    log,
    ...options.job,
  })
  await job.ready
  const state = {
    served: 0,
    isFailing: false,
    price: PRICE,
    pause: nothingPaused(),
    duringAnswer: () => Promise.resolve(),
  }
  const payByChannel = createSessionGate({
    ...common,
    channels,
    ledger,
    chain: usdcChain,
    sender: session.account.address,
    sessions,
    resendWindowMs: 300_000,
    isPaused: () => job.isPaused(),
    limits: job.limits,
    pauseOf: () => state.pause,
    wake: () => job.wake(),
  })
  const { gate, settler } = await createPaymentService({
    ledger,
    redeliveryStores: createRedeliveryStores(store),
    chain: usdcChain,
    chainId: CHAIN_ID,
    settlerPrivateKey: chain.settlerPrivateKey,
    terms,
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    guard,
    payByChannel,
    clock: Date.now,
    sleep: timerSleep,
    warn: (event) => void events.push(event),
  })
  const artifacts = signArtifacts(`0x${"42".repeat(32)}`)
  async function answer(coin: string) {
    if (state.isFailing) throw new DataUnavailableError("The feed is down.")
    await state.duringAnswer()
    state.served += 1
    return { coin, serial: state.served }
  }
  const route = quotedRoute(
    quoteContract,
    ({ coin }, offered) => ({
      offer: { contract: { ...quoteContract, price: state.price }, url: offered },
      answer: () => answer(coin),
    }),
    () => ({
      origin: "https://signal402.example",
      newRequestId: () => "request",
      log: () => undefined,
      now: () => 0,
      get terms() {
        return offeredTerms(terms, job.limits.isOffered())
      },
      clock: Date.now,
      artifacts,
      newNonce: () => "a1b2c3d4e5f67890a1b2c3d4e5f67890",
      answerDeadlineMs: 5_000,
      pauseOf: () => null,
      entityTagOf: () => Promise.resolve("1"),
      previewOf: () => null,
    }),
    () => Promise.resolve(gate),
  )

  /** The endpoint as a `fetch` function. */
  async function request(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const asked = new Request(input, init)
    const coin = new URL(asked.url).pathname.split("/").at(-1) ?? ""
    return route.GET(asked, { params: Promise.resolve({ coin }) })
  }

  /** The official client of the scheme, and a `fetch` function that pays with it. */
  function buyer(wallet: PrivateKeyAccount, scheme: BatchSettlementEvmScheme = schemeOf(session, wallet)) {
    const client = x402Client.fromConfig({
      schemes: [{ network: terms.network, client: scheme }],
      spendControls: { allowedAssets: true },
    })
    const pay = wrapFetchWithPayment(request, client)
    return { scheme, client, pay: (coin = "BTC") => pay(`${terms.origin}/api/quote/${coin}`) }
  }

  async function close(): Promise<void> {
    await job.stop()
    await settler.stop()
  }

  const receiptSigner = artifacts.signer
  return {
    gate,
    guard,
    terms,
    sessions,
    store,
    ledger,
    channels,
    digests,
    job,
    state,
    events,
    request,
    buyer,
    close,
    payTo,
    receiptSigner,
  }
}

const nothingPaused = (): SalesPause | null => null

export type SessionService = Awaited<ReturnType<typeof openSessionService>>

/** The usual set-up of the official client: it reads the chain to correct its state of a channel. */
export function schemeOf({ client }: Pick<SessionChain, "client">, wallet: PrivateKeyAccount, voucherSigner = wallet) {
  const readContract = (call: Parameters<typeof client.readContract>[0]) => client.readContract(call)
  const signer = Object.assign({}, wallet, { readContract }) as never
  return new BatchSettlementEvmScheme(signer, { voucherSigner, salt: generatePrivateKey() })
}
