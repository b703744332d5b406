import { type Chain, createWalletClient, http, numberToHex, ProviderRpcError } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import { createConnector } from "wagmi"
import { createDemoAccount, forgetDemoAccount, loadDemoAccount } from "./demo-key"

export const DEMO_CONNECTOR_ID = "demo"

/** The part of EIP-1193 that wagmi and payments use. */
export type DemoProvider = {
  readonly request: (call: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
}

/**
 * A sandbox wallet with a key in this browser. It signs without a prompt, because the click on the price was the
 * consent and the money is play money. Disconnecting deletes the key.
 */
export function demoWallet() {
  return createConnector<DemoProvider>(({ chains: [chain], emitter }) => ({
    id: DEMO_CONNECTOR_ID,
    name: "Demo wallet",
    type: "demo",
    connect() {
      const { address } = loadDemoAccount() ?? createDemoAccount()
      // The result type depends on a type parameter that an implementation cannot know.
      return Promise.resolve({ accounts: [address] as never, chainId: chain.id })
    },
    disconnect() {
      forgetDemoAccount()
      return Promise.resolve()
    },
    getAccounts: () => Promise.resolve(demoAddresses()),
    getChainId: () => Promise.resolve(chain.id),
    getProvider: () => Promise.resolve(demoProvider(chain)),
    isAuthorized: () => Promise.resolve(loadDemoAccount() !== null),
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => emitter.emit("disconnect"),
  }))
}

function demoAddresses(): readonly `0x${string}`[] {
  const account = loadDemoAccount()
  return account ? [account.address] : []
}

function demoProvider(chain: Chain): DemoProvider {
  return {
    async request({ method, params }) {
      switch (method) {
        case "eth_accounts":
        case "eth_requestAccounts":
          return demoAddresses()
        case "eth_chainId":
          return numberToHex(chain.id)
        case "eth_signTypedData_v4":
          return signTypedData(requireAccount(), params)
        case "personal_sign":
          return signText(requireAccount(), params)
        case "eth_sendTransaction":
          return sendTransaction(requireAccount(), chain, params)
        default:
          throw new ProviderRpcError(new Error(`The demo wallet does not know ${method}.`), {
            code: 4200,
            shortMessage: "Unsupported method.",
          })
      }
    },
  }
}

function requireAccount(): PrivateKeyAccount {
  const account = loadDemoAccount()
  if (!account) throw new Error("The demo wallet was deleted in another tab.")
  return account
}

const Hex = z.templateLiteral(["0x", z.string().regex(/^(?:[0-9a-fA-F]{2})*$/)])

/** The text as hex bytes, and the address. */
const TextParams = z.tuple([Hex, z.string()])

function signText(account: PrivateKeyAccount, params: unknown): Promise<`0x${string}`> {
  const [raw] = TextParams.parse(params)
  return account.signMessage({ message: { raw } })
}

const SignParams = z.tuple([z.string(), z.string().transform((text): unknown => JSON.parse(text))])

const Domain = z.object({
  name: z.string(),
  version: z.string(),
  chainId: z.coerce.number(),
  verifyingContract: z.templateLiteral(["0x", z.string()]),
})
const Field = z.object({ name: z.string(), type: z.string() })
const TypedData = z.object({
  domain: Domain,
  types: z.record(z.string(), z.array(Field)),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

function signTypedData(account: PrivateKeyAccount, params: unknown): Promise<`0x${string}`> {
  const [, data] = SignParams.parse(params)
  return account.signTypedData(TypedData.parse(data))
}

const TransactionParams = z.tuple([z.object({ to: Hex, data: Hex })])

/** Sends a call that moves no ether. The faucet has given the account ether for gas. */
function sendTransaction(account: PrivateKeyAccount, chain: Chain, params: unknown): Promise<`0x${string}`> {
  const [call] = TransactionParams.parse(params)
  return createWalletClient({ account, chain, transport: http() }).sendTransaction(call)
}
