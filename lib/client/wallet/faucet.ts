import { z } from "zod"
import { Problem } from "@/lib/api/problem"

const Drip = z.object({ transaction: z.string(), amount: z.string(), balance: z.string() })

export type Drip = z.output<typeof Drip>

/**
 * Sandbox only: requests play money, and ether for the gas of a withdrawal.
 *
 * @throws {Error} with a message for the user
 */
export async function requestDrip(address: string): Promise<Drip> {
  const response = await fetch("/api/sandbox/faucet", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ address, withGas: true }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  const body: unknown = await response?.json().catch(() => null)
  if (response?.ok) return Drip.parse(body)
  throw new Error(Problem.safeParse(body).data?.detail ?? "The faucet did not answer.")
}

/** Several drips of a busy service one after another. */
const TIMEOUT_MS = 60_000
