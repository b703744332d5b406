import type { Page } from "@playwright/test"
import { hexToString, type TypedDataDefinition } from "viem"
import { z } from "zod"
import type { Payer } from "@/tools/testing/payments/x402-payer"

/** The page's function through which the provider calls the wallet in the test. */
const BRIDGE = "__e2eWallet"

export const WALLET_NAME = "Test Wallet"
export const BASE = "0x2105"
export const ETHEREUM = "0x1"

/** A browser wallet that the test controls and whose requests the test reads. */
export type InjectedWallet = {
  chainId: string
  /** Known chains. A switch to an unknown chain fails with 4902 until the chain is added. */
  readonly chains: Set<string>
  /** The page has permission to read the address. */
  authorized: boolean
  /** The page revoked this permission. */
  revoked: boolean
  /** The wallet rejects every signature and every network switch. */
  rejects: boolean
  /** The wallet prompt stays open. `answerPrompts` answers all open prompts. */
  ignoresPrompts: boolean
  answerPrompts: () => void
  /** The account that signs. A test can replace it. */
  signer: Payer["account"]
  /** The methods of requests that open a wallet prompt, in order. */
  readonly prompts: string[]
  /** The texts of `personal_sign` requests. */
  readonly texts: string[]
}

type Request = { readonly method: string; readonly params: readonly unknown[] }
type Reply =
  | { readonly result: unknown; readonly chainChanged?: string }
  | { readonly error: { readonly code: number; readonly message: string } }

/** Adds a wallet to the page (EIP-1193, announced by EIP-6963). Its signatures are valid. */
export async function injectWallet(page: Page, { account }: Payer, chainId = BASE): Promise<InjectedWallet> {
  const chains = new Set([chainId])
  const asked = { prompts: [], texts: [] }
  const waiting: (() => void)[] = []
  const answerPrompts = () => {
    for (const press of waiting.splice(0)) press()
  }
  const owner = { rejects: false, ignoresPrompts: false, answerPrompts }
  const wallet: InjectedWallet = {
    chainId,
    chains,
    authorized: false,
    revoked: false,
    signer: account,
    ...owner,
    ...asked,
  }
  await page.exposeFunction(BRIDGE, async (request: Request) => {
    if (wallet.ignoresPrompts && opensPrompt(request)) await new Promise<void>((resolve) => waiting.push(resolve))
    return answer(wallet, account, request)
  })
  await page.addInitScript(announce, { bridge: BRIDGE, name: WALLET_NAME })
  return wallet
}

const ChainParam = z.tuple([z.object({ chainId: z.string() })])
const SignParams = z.tuple([z.string(), z.string()])
/** The text in hex, and the address. */
const TextParams = z.tuple([z.templateLiteral(["0x", z.string()]), z.string()])

function opensPrompt({ method }: Request): boolean {
  return method === "eth_requestAccounts" || method === "eth_signTypedData_v4" || method === "personal_sign"
}

async function answer(wallet: InjectedWallet, account: Payer["account"], request: Request): Promise<Reply> {
  const { method, params } = request
  switch (method) {
    case "eth_accounts":
      return { result: wallet.authorized ? [account.address] : [] }
    case "eth_requestAccounts":
      wallet.authorized = true
      return { result: [account.address] }
    case "wallet_revokePermissions":
      wallet.authorized = false
      wallet.revoked = true
      return { result: null }
    case "eth_chainId":
      return { result: wallet.chainId }
    case "wallet_switchEthereumChain":
      wallet.prompts.push(method)
      if (wallet.rejects) return REJECTED
      return switchChain(wallet, ChainParam.parse(params)[0].chainId)
    case "wallet_addEthereumChain":
      wallet.prompts.push(method)
      wallet.chains.add(ChainParam.parse(params)[0].chainId)
      return switchChain(wallet, ChainParam.parse(params)[0].chainId)
    case "eth_signTypedData_v4":
      wallet.prompts.push(method)
      if (wallet.rejects) return REJECTED
      return { result: await wallet.signer.signTypedData(toTypedData(SignParams.parse(params)[1])) }
    case "personal_sign":
      wallet.prompts.push(method)
      return signText(wallet, TextParams.parse(params)[0])
    default:
      return { error: { code: 4200, message: `The test wallet does not know ${method}.` } }
  }
}

const REJECTED: Reply = { error: { code: 4001, message: "User rejected the request." } }

async function signText(wallet: InjectedWallet, raw: `0x${string}`): Promise<Reply> {
  wallet.texts.push(hexToString(raw))
  if (wallet.rejects) return REJECTED
  return { result: await wallet.signer.signMessage({ message: { raw } }) }
}

function switchChain(wallet: InjectedWallet, chainId: string): Reply {
  if (!wallet.chains.has(chainId)) return { error: { code: 4902, message: "Unrecognized chain." } }
  wallet.chainId = chainId
  return { result: null, chainChanged: chainId }
}

/** The page sends JSON. viem validates the fields when it hashes the data. */
function toTypedData(text: string): TypedDataDefinition {
  return JSON.parse(text)
}

/** Runs in the page, before its own scripts. */
function announce({ bridge, name }: { readonly bridge: string; readonly name: string }): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider = {
    async request({ method, params = [] }: { readonly method: string; readonly params?: readonly unknown[] }) {
      const send: unknown = Reflect.get(window, bridge)
      if (typeof send !== "function") throw new Error("The test wallet is not connected to its test.")
      const reply: Reply = await send({ method, params })
      if ("error" in reply) throw Object.assign(new Error(reply.error.message), { code: reply.error.code })
      if (reply.chainChanged) for (const listen of listeners.get("chainChanged") ?? []) listen(reply.chainChanged)
      return reply.result
    },
    on(event: string, listen: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listen))
    },
    removeListener(event: string, listen: (value: unknown) => void) {
      listeners.get(event)?.delete(listen)
    },
  }
  const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
  const info = { uuid: "7d0c1f5e-3a55-4c7b-9a51-0c2f3c9d1e02", name, icon, rdns: "test.signal402" }
  const detail = Object.freeze({ info, provider })
  const announceProvider = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  window.addEventListener("eip6963:requestProvider", announceProvider)
  announceProvider()
}
