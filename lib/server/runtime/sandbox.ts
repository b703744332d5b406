import { z } from "zod"
import { AppError } from "@/lib/domain/errors"
import { readRequestText } from "@/lib/domain/read-bounded"
import { jsonResponse } from "@/lib/server/http/route"
import { createFaucet, type Faucet } from "@/lib/sandbox/chain/faucet"
import { createRpcPassthrough } from "@/lib/sandbox/chain/rpc-passthrough"
import { type Fault, readFault } from "@/lib/sandbox/market/faults"
import { PROVIDERS } from "@/lib/sandbox/market/providers"
import { config } from "./config"
import { sandboxFaults } from "./market-fetch"
import { singleton } from "@/lib/server/nextjs/singleton"

const MAX_BODY_BYTES = 65_536

const DripRequest = z.object({
  address: z
    .templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)], { error: "must be 0x and 40 hexadecimal digits" })
    // The token rejects a mint to the zero address.
    .refine((address) => BigInt(address) !== 0n, "must not be the zero address"),
  withGas: z.boolean().default(false),
})

/** `POST /api/sandbox/faucet {address}`: 10 play USDC. Amounts are digit strings of atomic units. */
export async function faucetEndpoint(request: Request, _: unknown, requestId: string): Promise<Response> {
  const parsed = DripRequest.safeParse(await readJson(request))
  if (!parsed.success) throw new InvalidBodyError(parsed.error.issues)
  const { address, withGas } = parsed.data
  const { transaction, amount, balance } = await faucet().drip(address, { withGas })
  return jsonResponse({ transaction, amount: amount.toString(), balance: balance.toString() }, requestId)
}

/** `POST /api/sandbox/rpc`: forwards the JSON-RPC methods that a wallet needs to the sandbox chain. */
export async function forwardRpc(request: Request, _: unknown, requestId: string): Promise<Response> {
  const reply = singleton("rpc-passthrough", () => createRpcPassthrough({ rpcUrl: config().chain.rpcUrl }))
  return jsonResponse(await reply(await readJson(request)), requestId)
}

const FAULT_MESSAGE = "429, html, latency:3000, … as in SANDBOX_FAULTS, or null for none"

const FaultRequest = z.object({
  provider: z.enum(PROVIDERS, { error: `one of ${PROVIDERS.join(", ")}` }),
  fault: z
    .string({ error: FAULT_MESSAGE })
    .nullable()
    .transform((text, context): Fault | null => {
      const fault = text === null ? null : readFault(text)
      if (text !== null && fault === null) context.addIssue({ code: "custom", message: FAULT_MESSAGE })
      return fault
    }),
})

/** `POST /api/sandbox/faults {provider, fault}`: makes a simulated provider fail from its next request on. */
export async function setFaultEndpoint(request: Request, _: unknown, requestId: string): Promise<Response> {
  const parsed = FaultRequest.safeParse(await readJson(request))
  if (!parsed.success) throw new InvalidBodyError(parsed.error.issues)
  if (config().market === "live") throw new RealProvidersError()
  const { provider, fault } = parsed.data
  const faults = sandboxFaults()
  if (fault === null) faults.delete(provider)
  else faults.set(provider, fault)
  return jsonResponse({ faults: Object.fromEntries(faults) }, requestId)
}

function faucet(): Faucet {
  return singleton("faucet", () => {
    const { chain, faucetPrivateKey } = config()
    if (faucetPrivateKey === null) throw new NoFaucetError()
    const clock = Date.now
    return createFaucet({ rpcUrl: chain.rpcUrl, usdcAddress: chain.usdc.address, faucetPrivateKey, clock })
  })
}

export async function readJson(request: Request): Promise<unknown> {
  const text = await readRequestText(request, MAX_BODY_BYTES)
  if (text === null) throw new InvalidBodyError([{ path: [], message: "too large" }])
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidBodyError([{ path: [], message: "not JSON" }])
  }
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

export class InvalidBodyError extends AppError {
  override readonly name = "InvalidBodyError"
  readonly code = "invalid_body"

  constructor(issues: readonly Issue[]) {
    const named = issues.map(({ path, message }) => ({ field: path.join(".") || "body", message }))
    const messages = named.map(({ field, message }) => `${field} (${message})`)
    super(`Invalid body: ${messages.join("; ")}.`, {
      details: { fields: [...new Set(named.map(({ field }) => field))] },
    })
  }
}

class RealProvidersError extends AppError {
  override readonly name = "RealProvidersError"
  readonly code = "not_found"

  constructor() {
    super("This sandbox reads real providers: faults apply to the simulated market only.")
  }
}

class NoFaucetError extends AppError {
  override readonly name = "NoFaucetError"
  readonly code = "not_found"

  constructor() {
    super("This sandbox has no faucet: FAUCET_PRIVATE_KEY is not set.")
  }
}
