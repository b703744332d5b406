import type { Client } from "viem"
import { listedResourcePaths, paidContract, paidPrices } from "@/lib/endpoints/catalogue"
import { headOf } from "@/lib/x402/chain/head"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Config } from "@/lib/server/config/env"
import type { ListingFacilitator } from "@/lib/server/config/facilitator-env"
import type { ListingTerms } from "@/lib/x402/settlement/listing"
import type { ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import { authorizing } from "@/lib/x402/remote/facilitator-auth"
import { createFacilitatorClient } from "@/lib/x402/remote/facilitator-client"
import { createFacilitatorSubmissions } from "@/lib/x402/ledger/facilitator-submissions"
import { type Ledger, SETTLEMENT_WAIT_MS } from "@/lib/x402/ledger/ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createRemoteSettler } from "@/lib/x402/remote/remote-settler"
import type { Settler } from "@/lib/x402/settlement/settler"
import type { SettlementLimits } from "@/lib/x402/payment-service"
import type { PaymentTerms } from "@/lib/x402/wire/requirements"
import type { Store } from "@/lib/store/open-store"

type Ports = {
  readonly store: Store
  readonly ledger: Ledger
  readonly chain: UsdcChain
  readonly client: Client
  readonly terms: PaymentTerms
  readonly candles: Pick<ManagedCandleFeed, "newestPrice">
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

type SettlementChoice =
  | { readonly settler: Settler }
  | { readonly settlerPrivateKey: `0x${string}`; readonly settlement: SettlementLimits }

/** Settles through the facilitator where one is configured, otherwise with the operator's own key. */
export async function settlementOf(settings: Config, ports: Ports): Promise<SettlementChoice> {
  const { facilitator, settlerPrivateKey, settlement, databaseUrl } = settings
  if (facilitator !== null) {
    const { ledger } = ports
    // An embedded database has one process, so every earlier claim is abandoned.
    await ledger.releaseAbandoned(databaseUrl === null ? Number.MAX_SAFE_INTEGER : Date.now(), Date.now())
    return { settler: openRemoteSettler(facilitator, ports) }
  }
  if (settlerPrivateKey === null) throw new Error("Neither FACILITATOR_URL nor SETTLER_PRIVATE_KEY is set.")
  const { maxShare, ...limits } = settlement
  const profit = { maxShare, etherPriceUsd: () => ports.candles.newestPrice("ETH") }
  const listing = settings.listing && { listing: listingTerms(settings.listing, ports.terms) }
  return { settlerPrivateKey, settlement: { ...limits, profit, prices: paidPrices(), ...listing } }
}

/** A payer waits for the facilitator of a catalogue at most as long as for a few blocks; then our own transaction follows. */
const LISTING_TIMEOUTS = { verifyTimeoutMs: 3_000, settleTimeoutMs: 8_000 }

function listingTerms({ url, credentials, intervalMs }: ListingFacilitator, terms: PaymentTerms): ListingTerms {
  return {
    facilitator: createFacilitatorClient({
      url,
      authorize: authorizing(credentials, Date.now),
      terms,
      contractOf: paidContract,
      fetch: globalThis.fetch,
      clock: Date.now,
      ...LISTING_TIMEOUTS,
    }),
    resources: listedResourcePaths(),
    intervalMs,
  }
}

function openRemoteSettler({ url, credentials }: NonNullable<Config["facilitator"]>, ports: Ports): Settler {
  const { store, ledger, chain, client, terms, log } = ports
  return createRemoteSettler({
    facilitator: createFacilitatorClient({
      url,
      authorize: authorizing(credentials, Date.now),
      terms,
      contractOf: paidContract,
      fetch: globalThis.fetch,
      clock: Date.now,
    }),
    ledger,
    submissions: createFacilitatorSubmissions(store),
    chain,
    head: () => headOf(client),
    clock: Date.now,
    sleep: timerSleep,
    waitMs: SETTLEMENT_WAIT_MS,
    log,
  })
}
