import pino from "pino"
import { createClient, parseEther } from "viem"
import { privateKeyToAddress } from "viem/accounts"
import { hashOfText } from "@/lib/chain/keccak"
import { rpcTransport } from "@/lib/chain/rpc-transport"
import { createUsdcChain } from "@/lib/chain/usdc-chain"
import type { Config } from "@/lib/config/env"
import type { OwnFacilitator } from "@/lib/config/facilitator-env"
import { loadConfig } from "@/lib/config/load"
import { rememberComingBack } from "@/lib/ledger/coming-back"
import { shareSettlement } from "@/lib/ledger/sharing"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { openTill } from "@/lib/payments/till"
import { endConnectionsWhenAnswered } from "@/lib/runtime/end-connections"
import { eventLog } from "@/lib/runtime/event-log"
import { startForgetting } from "@/lib/runtime/forgetting"
import { openOwnFacilitator } from "@/lib/runtime/own-facilitator"
import { requireChain } from "@/lib/runtime/require-chain"
import { requirePermit2 } from "@/lib/runtime/require-permit2"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import type { Channel } from "@/lib/store/channel"
import type { Store } from "@/lib/store/open-store"
import { openChannelAt, openStoreAt } from "@/lib/store/place"
import { ownDatabase } from "@/lib/store/sole-owner"
import { runCommand } from "./command"
import { describeDeployment } from "./describe-deployment"
import { facilitatorFolder, type SandboxEnvironment } from "./sandbox-environment"
import { openSandboxHere } from "./sandbox-here"

const USAGE = `npm run facilitator      /verify, /settle and /supported without the service around them, until Ctrl-C

The variables of .env.example say which chain, key and ledger; .env is read. With neither MODE=live nor RPC_URL it works for
the sandbox, with a ledger and an account of its own.`

const DEFAULT_PORT = "4402"
const RPC_TIMEOUT_MS = 8_000

const log = pino({ name: "signal402-facilitator" }, pino.destination(2))
const report = eventLog(log)

async function main(): Promise<void> {
  const sandbox = await openSandboxHere()
  try {
    await serve(sandbox && (await withOwnAccount(sandbox)))
  } finally {
    await sandbox?.stop()
  }
}

async function serve(variables: Readonly<Record<string, string>> | null): Promise<void> {
  const settings = loadConfig(variables ?? {}, { FACILITATOR_PORT: DEFAULT_PORT })
  console.error(describeDeployment(settings))
  const { ownFacilitator: at } = settings
  if (at === null) throw new Error("FACILITATOR_PORT: required")
  await ownDatabase(settings)
  const store = await openStoreAt(settings, (error) => report("database_connection_lost", { err: error }))
  const channel = openChannelAt(settings, store, (error) => report("database_connection_lost", { err: error }))
  try {
    await settleForOthers({ settings, at, store, channel })
  } finally {
    // A connection that listens would keep a command alive that could not start.
    await channel?.close()
    await store.destroy()
  }
}

type Books = { readonly settings: Config; readonly store: Store; readonly channel: Channel | null }

async function settleForOthers({ at, ...books }: Books & { readonly at: OwnFacilitator }): Promise<void> {
  const { settings, store } = books
  const settler = await openSettler(books)
  try {
    startForgetting(store, settings.answersKeptMs, log)
    // Whoever reads that it is open may already tell it to end.
    const told = new Promise<void>((resolve) => {
      process.once("SIGINT", () => resolve()).once("SIGTERM", () => resolve())
    })
    const server = await openOwnFacilitator({ settings, at, store, settler, log: report })
    console.log(`Facilitator: ${server.url} for ${settings.chain.network}, payees ${at.payees.join(", ")}`)
    console.log(
      at.token === null ? "No token: whoever reaches this port may use it." : "Callers show the bearer token.",
    )
    await told
    endConnectionsWhenAnswered()
    await server.stop()
  } finally {
    await settler.stop()
  }
}

async function openSettler({ settings, store, channel }: Books) {
  const { chain, payTo, permit2, origin, settlerPrivateKey, settlement } = settings
  const { network, networkV1 } = chain
  if (settlerPrivateKey === null) throw new Error("SETTLER_PRIVATE_KEY: required")
  const client = createClient({ transport: rpcTransport({ url: chain.rpcUrl, timeoutMs: RPC_TIMEOUT_MS }) })
  await requireChain(settings, client, report)
  await requirePermit2(settings, client, report)
  const { address: asset, name, version } = chain.usdc
  const { settler } = await openTill({
    ledger: createSqlLedger(store),
    comingBack: rememberComingBack(store),
    ...(channel && { sharing: shareSettlement(store, channel) }),
    // Whichever process of a database settles, settles for its shop, and that deploys wallets.
    chain: createUsdcChain({ client, usdc: asset, factories: settings.walletFactories }),
    settlerPrivateKey,
    settlement,
    chainId: chain.chainId,
    terms: { network, networkV1, asset, domain: { name, version }, payTo, permit2, origin },
    redeliveryWindowMs: settings.redeliveryWindowMs,
    confirmations: settings.transferConfirmations,
    clock: Date.now,
    sleep: timerSleep,
    warn: report,
  })
  return settler
}

/** A ledger and an account that are not the demo's: two settlers must not share a nonce. */
async function withOwnAccount({ rpcUrl, variables }: SandboxEnvironment): Promise<Readonly<Record<string, string>>> {
  const { SETTLER_PRIVATE_KEY: demoKey = "0x", DATA_DIR: dataDir = "", ...rest } = variables
  const key = hashOfText(`${demoKey}facilitator`)
  await sandboxClient(rpcUrl).setBalance({ address: privateKeyToAddress(key), value: parseEther("10") })
  return { ...rest, SETTLER_PRIVATE_KEY: key, DATA_DIR: facilitatorFolder(dataDir) }
}

await runCommand(main, { usage: USAGE, operator: true })
