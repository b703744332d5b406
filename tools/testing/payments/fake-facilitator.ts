import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { x402Facilitator } from "@x402/core/facilitator"
import { toFacilitatorEvmSigner } from "@x402/evm"
import { ExactEvmScheme } from "@x402/evm/exact/facilitator"
import { createClient, http, publicActions, walletActions } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import { sandboxChain } from "@/lib/sandbox/chain/sandbox-client"
import type { PaymentSetup } from "./payment-setup"

type Reply = { readonly status?: number; readonly body: unknown; readonly type?: string }

/** `null`: it never answers. */
export type Behaviour = (body: unknown) => Promise<Reply | null> | Reply | null

export type FakeFacilitator = {
  readonly url: string
  /** Sets its behaviour. */
  verify: Behaviour
  settle: Behaviour
  /** Calls of `verify` and `settle`, in their order. */
  readonly calls: string[]
  readonly headers: IncomingHttpHeaders[]
  readonly stop: () => Promise<void>
}

/** A facilitator over HTTP whose behaviour a test sets. */
export async function startFakeFacilitator(): Promise<FakeFacilitator> {
  const calls: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const what = request.url === "/settle" ? "settle" : "verify"
      calls.push(what)
      headers.push(request.headers)
      const reply = await fake[what](JSON.parse(await text(request)))
      if (reply === null) return
      const { status = 200, body, type = "application/json" } = reply
      response.writeHead(status, { "Content-Type": type }).end(typeof body === "string" ? body : JSON.stringify(body))
    })()
  })
  const fake: FakeFacilitator = {
    url: await listening(server),
    verify: () => ({ body: { isValid: true } }),
    settle: () => ({ status: 500, body: "" }),
    calls,
    headers,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve())
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** The official facilitator with its own account on the setup's chain. */
export function officialFacilitator(
  { chain }: Pick<PaymentSetup, "chain">,
  account: PrivateKeyAccount,
): { readonly verify: Behaviour; readonly settle: Behaviour } {
  const client = createClient({ account, chain: sandboxChain, transport: http(chain.rpcUrl), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
  const signer = toFacilitatorEvmSigner({
    address: account.address,
    getCode: (args) => client.getCode(args),
    readContract: (args) => client.readContract({ ...args, args: args.args ?? [] }),
    verifyTypedData: (args) => client.verifyTypedData(args as Parameters<typeof client.verifyTypedData>[0]),
    writeContract: (args) => client.writeContract(args),
    sendTransaction: (args) => client.sendTransaction(args),
    waitForTransactionReceipt: (args) => client.waitForTransactionReceipt(args),
  })
  const facilitator = new x402Facilitator().register("eip155:8453", new ExactEvmScheme(signer))
  return {
    verify: async (body) => ({ body: await facilitator.verify(...asked(body)) }),
    settle: async (body) => ({ body: await facilitator.settle(...asked(body)) }),
  }
}

const Asked = z.object({ paymentPayload: z.unknown(), paymentRequirements: z.unknown() })

/** The official facilitator validates its input; only its types require more. */
function asked(body: unknown): Parameters<x402Facilitator["verify"]> {
  const { paymentPayload, paymentRequirements } = Asked.parse(body)
  return [paymentPayload, paymentRequirements] as Parameters<x402Facilitator["verify"]>
}
