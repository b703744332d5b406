import { privateKeyToAddress } from "viem/accounts"
import type { Config } from "@/lib/server/config/env"
import { timerSleep } from "@/lib/outbound/ports"
import { acquireDeploymentLease, type Fingerprint } from "@/lib/store/deployment-lease"
import type { Store } from "@/lib/store/open-store"
import { startClaimLease } from "@/lib/x402/ledger/claim-lease"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { setForeignDatabase } from "./sales-gate"

type Ports = {
  readonly store: Store
  readonly ledger: Ledger
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/**
 * Joins the processes that share a database, and keeps the leases of this one. While a service with other settings has the
 * database, nothing is sold.
 *
 * @throws {OtherDeploymentError} at the start
 */
export async function joinDatabase(
  settings: Config,
  { store, ledger, log }: Ports,
): Promise<{ readonly stop: () => Promise<void> }> {
  const deployment = await acquireDeploymentLease(store, fingerprintOf(settings))
  let isOurs = true
  return startClaimLease({
    store,
    ledger,
    clock: Date.now,
    sleep: timerSleep,
    onFault: (cause) => log("shared_settlement_failed", { err: cause }),
    async onRenew() {
      const isHeld = await deployment.hold()
      if (isOurs && !isHeld) log("deployment_differs", {})
      isOurs = isHeld
      setForeignDatabase(!isHeld)
    },
  })
}

function fingerprintOf({ chain, payTo, settlerPrivateKey, settlement, facilitator, sessions }: Config): Fingerprint {
  const settlers = settlerPrivateKey === null ? [] : [settlerPrivateKey, ...settlement.furtherPrivateKeys]
  return {
    NETWORK: chain.network,
    "address of the token": chain.usdc.address,
    PAY_TO: payTo,
    "accounts of SETTLER_PRIVATE_KEY(S)": settlers.map(privateKeyToAddress).toSorted().join(" ") || "none",
    FACILITATOR_URL: facilitator === null ? "none" : new URL(facilitator.url).host,
    "account of SESSION_PRIVATE_KEY": sessions === null ? "none" : privateKeyToAddress(sessions.privateKey),
  }
}
