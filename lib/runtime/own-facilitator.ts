import { createClient } from "viem"
import { forStrangers } from "@/lib/chain/for-strangers"
import { payerDigest } from "@/lib/chain/payer-digest"
import { rpcTransport } from "@/lib/chain/rpc-transport"
import { createUsdcChain } from "@/lib/chain/usdc-chain"
import type { Config } from "@/lib/config/env"
import type { OwnFacilitator } from "@/lib/config/facilitator-env"
import { createFacilitatorDesk } from "@/lib/facilitator/desk"
import { createDoorman } from "@/lib/facilitator/doorman"
import { type FacilitatorServer, openFacilitatorServer } from "@/lib/facilitator/server"
import { createFacilitatedBooks } from "@/lib/ledger/facilitated"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import type { Settler } from "@/lib/payments/settlement/settler"
import type { Store } from "@/lib/store/open-store"

export type OwnFacilitatorOptions = {
  readonly settings: Config
  readonly at: OwnFacilitator
  readonly store: Store
  readonly settler: Settler
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

const RPC_TIMEOUT_MS = 8_000

/** Opens the port on which other services have their payments settled, by the settler and in the ledger of this one. */
export function openOwnFacilitator(options: OwnFacilitatorOptions): Promise<FacilitatorServer> {
  const { settings, at, store, settler, log } = options
  const { chainId, network, networkV1, rpcUrl, usdc } = settings.chain
  const domain = { name: usdc.name, version: usdc.version }
  const client = createClient({ transport: rpcTransport({ url: rpcUrl, timeoutMs: RPC_TIMEOUT_MS }) })
  const desk = createFacilitatorDesk({
    ledger: createSqlLedger(store),
    books: createFacilitatedBooks(store),
    // For other services no wallet is deployed.
    chain: forStrangers(createUsdcChain({ client, usdc: usdc.address, factories: [] })),
    settler,
    terms: { network, networkV1, asset: usdc.address, domain, permit2: settings.permit2, payees: at.payees },
    payerDigest: payerDigest({ ...domain, chainId, verifyingContract: usdc.address }),
    clock: Date.now,
    sleep: timerSleep,
    log,
  })
  return openFacilitatorServer({ ...at, desk, doorman: createDoorman({ ...at, clock: Date.now }) })
}
