import { z } from "zod"
import { AppError } from "@/lib/domain/errors"
import { jsonResponse } from "@/lib/http/route"
import { createFaucet, type Faucet } from "@/lib/sandbox/chain/faucet"
import { createRpcPassthrough } from "@/lib/sandbox/chain/rpc-passthrough"
import { type Faults, InvalidFaultError, parseFaults } from "@/lib/sandbox/market/faults"
import { config } from "./config"
import { sandboxFaults } from "./market-fetch"
import { singleton } from "./singleton"

const MAX_BODY_BYTES = 65_536

const DripRequest = z.object({
  address: z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)]),
  withGas: z.boolean().default(false),
})

/** `POST /api/sandbox/faucet {address}`: 10 play USDC. Amounts are digit strings of atomic units. */
export async function drip(request: Request, _: unknown, requestId: string): Promise<Response> {
  const parsed = DripRequest.safeParse(await readJson(request))
  if (!parsed.success) throw new InvalidBodyError(parsed.error.issues.map((issue) => issue.path.join(".") || "body"))
  const { address, withGas } = parsed.data
  const { transaction, amount, balance } = await faucet().drip(address, { withGas })
  return jsonResponse({ transaction, amount: amount.toString(), balance: balance.toString() }, requestId)
}

/** `POST /api/sandbox/rpc`: the JSON-RPC methods that a wallet needs, to the sandbox chain. */
export async function passThrough(request: Request, _: unknown, requestId: string): Promise<Response> {
  const reply = singleton("rpc-passthrough", () => createRpcPassthrough({ rpcUrl: config().chain.rpcUrl }))
  return jsonResponse(await reply(await readJson(request)), requestId)
}

const FaultRequest = z.object({
  provider: z.string(),
  fault: z.string().nullable().describe("As in SANDBOX_FAULTS: 429, html, latency:3000, …; null: none."),
})

/** `POST /api/sandbox/faults {provider, fault}`: from the next request on a simulated provider fails like this. */
export async function setFault(request: Request, _: unknown, requestId: string): Promise<Response> {
  const parsed = FaultRequest.safeParse(await readJson(request))
  if (!parsed.success) throw new InvalidBodyError(parsed.error.issues.map((issue) => issue.path.join(".") || "body"))
  const { provider, fault } = parsed.data
  const [named] = readFaults(`${provider}=${fault ?? "down"}`)
  if (named === undefined) throw new InvalidBodyError(["provider", "fault"])
  const faults = sandboxFaults()
  if (fault === null) faults.delete(named[0])
  else faults.set(...named)
  return jsonResponse({ faults: Object.fromEntries(faults) }, requestId)
}

function readFaults(text: string): Faults {
  try {
    return parseFaults(text)
  } catch (error) {
    if (error instanceof InvalidFaultError) throw new InvalidBodyError([error.message])
    throw error
  }
}

function faucet(): Faucet {
  return singleton("faucet", () => {
    const { chain, faucetPrivateKey } = config()
    if (faucetPrivateKey === null) throw new NoFaucetError()
    const clock = Date.now
    return createFaucet({ rpcUrl: chain.rpcUrl, usdcAddress: chain.usdc.address, faucetPrivateKey, clock })
  })
}

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > MAX_BODY_BYTES) throw new InvalidBodyError(["body: too large"])
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidBodyError(["body: not JSON"])
  }
}

class InvalidBodyError extends AppError {
  override readonly name = "InvalidBodyError"
  readonly code = "invalid_body"

  constructor(fields: readonly string[]) {
    super(`The body is not what this path takes: ${fields.join(", ")}.`, { details: { fields } })
  }
}

class NoFaucetError extends AppError {
  override readonly name = "NoFaucetError"
  readonly code = "not_found"

  constructor() {
    super("This sandbox has no faucet: FAUCET_PRIVATE_KEY is not set.")
  }
}
