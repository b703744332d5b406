import { createClient, custom } from "viem"
import { expect, test } from "vitest"
import { EXACT_PERMIT2_PROXY, PERMIT2 } from "@/lib/chain/permit2"
import { parseEnv } from "@/lib/config/env"
import { requirePermit2 } from "./require-permit2"

const live = {
  MODE: "live",
  PUBLIC_ORIGIN: "https://signal402.example",
  RPC_URL: "https://node.example",
  PAY_TO: "0x00000000000000000000000000000000000Fee01",
  SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
}

/** A chain that has code at these addresses. */
function chainWith(...addresses: readonly string[]) {
  const asked: string[] = []
  const request = ({ params }: { readonly params?: unknown }) => {
    const [address] = params as readonly [string]
    asked.push(address)
    return Promise.resolve(addresses.includes(address) ? "0x60" : "0x")
  }
  return { asked, client: createClient({ transport: custom({ request }, { retryCount: 0 }) }) }
}

const events: string[] = []
const log = (event: string) => void events.push(event)

test("a chain that has both contracts is fit for Permit2", async () => {
  const { client } = chainWith(PERMIT2, EXACT_PERMIT2_PROXY)
  await expect(requirePermit2(parseEnv({ ...live, PERMIT2: "on" }), client, log)).resolves.toBeUndefined()
})

test.each([
  ["the spender", [PERMIT2], EXACT_PERMIT2_PROXY],
  ["Permit2", [EXACT_PERMIT2_PROXY], PERMIT2],
])("without %s the service does not start, and says which address is empty", async (_, there, missing) => {
  const { client } = chainWith(...there)
  await expect(requirePermit2(parseEnv({ ...live, PERMIT2: "on" }), client, log)).rejects.toThrow(missing)
})

test("in live mode Permit2 is off unless told, and then nobody asks", async () => {
  const { client, asked } = chainWith()
  await requirePermit2(parseEnv(live), client, log)
  expect(asked).toEqual([])
})

test("a node that is down keeps nobody from starting", async () => {
  const request = () => Promise.reject(new Error("down"))
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  await requirePermit2(parseEnv({ ...live, PERMIT2: "on" }), client, log)
  expect(events).toEqual(["permit2_not_checked"])
})
