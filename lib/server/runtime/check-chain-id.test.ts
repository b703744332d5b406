import { createClient, custom } from "viem"
import { beforeEach, expect, test } from "vitest"
import { parseEnv } from "@/lib/server/config/env"
import { limitedMulticallOn, MULTICALL3 } from "@/lib/x402/chain/multicall"
import { checkChainId, checkContracts } from "./check-chain-id"

const live = {
  MODE: "live",
  PUBLIC_ORIGIN: "https://signal402.example",
  RPC_URL: "https://node.example/secret",
  PAY_TO: "0x00000000000000000000000000000000000Fee01",
  SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
}
const sandbox = { ...live, MODE: "sandbox", USDC_ADDRESS: "0x262Bf353678AD400921D1A7BB936090a579D1564" }

function nodeOf(answer: () => Promise<string>) {
  return createClient({ transport: custom({ request: answer }, { retryCount: 0 }) })
}

let events: string[]
const log = (event: string) => void events.push(event)
beforeEach(() => {
  events = []
})

test.each([
  ["base", "0x2105"],
  ["base-sepolia", "0x14a34"],
])("a node of %s passes when NETWORK is the same", async (NETWORK, chainId) => {
  await checkChainId(
    parseEnv({ ...live, NETWORK }),
    nodeOf(() => Promise.resolve(chainId)),
    log,
  )
  expect(events).toEqual([])
})

test.each(["400", "401", "402", "404", "415"])(
  "a URL that answers %s is refused, and one that answers 429 is not",
  async (status) => {
    const answers = (code: string) =>
      nodeOf(() => Promise.reject(new Error(`The node answers ${code} and no JSON-RPC.`)))
    await expect(checkChainId(parseEnv(live), answers(status), log)).rejects.toThrow(`RPC_URL: answers ${status}`)
    await checkChainId(parseEnv(live), answers("429"), log)
    expect(events).toEqual(["chain_not_checked"])
  },
)

test("a chain without the contracts that payments need is refused; a node that is down is not", async () => {
  const without = (missing: string | null) =>
    createClient({
      transport: custom(
        {
          request: ({ params }: { readonly params: readonly string[] }) =>
            Promise.resolve(missing === null || params[0] !== missing ? "0x60" : "0x"),
        },
        { retryCount: 0 },
      ),
    })
  const settings = parseEnv(live)
  await checkContracts(settings, without(null))
  for (const address of [MULTICALL3, limitedMulticallOn(8453)]) {
    await expect(checkContracts(settings, without(address))).rejects.toThrow(`has no contract at ${address}`)
  }
  await checkContracts(
    settings,
    nodeOf(() => Promise.reject(new Error("down"))),
  )
  const facilitated = { ...settings, settlerPrivateKey: null, sessions: null }
  await checkContracts(facilitated, without(limitedMulticallOn(8453)))
})

test("with a node of another chain the service does not start, and the error has both chain ids", async () => {
  const sepolia = nodeOf(() => Promise.resolve("0x14a34"))
  const words = "RPC_URL: is a node of chain 84532, NETWORK=base is 8453"
  await expect(checkChainId(parseEnv(live), sepolia, log)).rejects.toThrow(words)
  const inSandbox = "RPC_URL: is a node of chain 84532, the sandbox's is 8453"
  await expect(checkChainId(parseEnv(sandbox), sepolia, log)).rejects.toThrow(inSandbox)
})

test("a node that is down does not prevent the start", async () => {
  const down = nodeOf(() => Promise.reject(new Error("down")))
  await checkChainId(parseEnv(live), down, log)
  expect(events).toEqual(["chain_not_checked"])
})

test("a node that answers without JSON-RPC is a configuration error, whose message has no key", async () => {
  const wrong = nodeOf(() => Promise.reject(new Error("The node answers 404 and no JSON-RPC.")))
  await expect(checkChainId(parseEnv(live), wrong, log, "number 2 ")).rejects.toThrow(
    "RPC_URL: number 2 answers 404 and no JSON-RPC. Check its path and its key",
  )
  expect(events).toEqual([])
})
