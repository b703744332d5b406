import { useEffect, useState } from "react"
import { stringToHex } from "viem"
import type { Connector } from "wagmi"
import { z } from "zod"
import type { PaymentTypedData } from "@/lib/client/sessions/sessions"
import { type Peer, peerOf } from "@/lib/client/wallet/peer"

type Hex = `0x${string}`

type Signer = {
  /** The wallet behind a remote connector; `null` when the connector is the wallet. */
  readonly peer: Peer | null
  /** Signs with the account that pays, whichever is selected in the wallet. */
  readonly signTypedData: (data: PaymentTypedData) => Promise<Hex>
  readonly sendTransaction: (call: { readonly from: Hex; readonly to: Hex; readonly data: Hex }) => Promise<Hex>
  readonly signText: (address: Hex, text: string) => Promise<Hex>
}

const Provider = z.object({
  request: z.custom<(call: { method: string; params: readonly unknown[] }) => Promise<unknown>>(
    (value) => typeof value === "function",
  ),
})
/** A signature, or the hash of a transaction. */
const HexAnswer = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]+$/)])

/**
 * The connected wallet's provider, loaded in advance.
 *
 * wagmi's `signTypedData` first requests the chain from the wallet, and a phone no longer treats the request as part of
 * the click. Here the request is sent in the same task.
 */
export function useProvider(connector: Connector | undefined): Signer | null {
  const [signer, setSigner] = useState<Signer | null>(null)
  useEffect(() => {
    let current = true
    const load = async () => (connector ? toSigner(await connector.getProvider()) : null)
    const show = (next: Signer | null) => {
      if (current) setSigner(next)
    }
    // If its code does not load, nothing is signed, and not with the previous wallet.
    void load().then(show, () => show(null))
    return () => {
      current = false
    }
  }, [connector])
  return signer
}

/** `null` for a value that is not a wallet provider. */
export function toSigner(value: unknown): Signer | null {
  if (!Provider.safeParse(value).success) return null
  // Wallet methods need their `this`, which a parsed copy would lose.
  const provider = value as z.output<typeof Provider>
  return {
    peer: peerOf(value),
    async signTypedData(data) {
      const params = [data.message.from, JSON.stringify(data)]
      return hexIn(await provider.request({ method: "eth_signTypedData_v4", params }))
    },
    async sendTransaction(call) {
      return hexIn(await provider.request({ method: "eth_sendTransaction", params: [call] }), "transaction")
    },
    async signText(address, text) {
      return hexIn(await provider.request({ method: "personal_sign", params: [stringToHex(text), address] }))
    },
  }
}

function hexIn(answer: unknown, what: "signature" | "transaction" = "signature"): Hex {
  const { data } = HexAnswer.safeParse(answer)
  if (data === undefined) throw new NotHex(what)
  return data
}

class NotHex extends Error {
  constructor(what: string) {
    super(`The wallet returned something that is not a ${what}.`)
  }
}
