import { forgetDeployment } from "@/lib/store/deployment-lease"
import type { LedgerContext } from "./ledger-context"

/** Lets the next process start with another payee, chain or key than the database has known until now. */
export async function acceptSettings({ store }: LedgerContext): Promise<void> {
  const forgotten = await forgetDeployment(store)
  if (forgotten === null) throw new Error("The database has no settings: there is nothing to accept.")
  for (const [name, value] of Object.entries(forgotten)) console.log(`${name}: ${value}`)
  console.log("These are forgotten. The next process that starts has the settings from then on.")
}
