import { useEffect, useState } from "react"
import { stringToHex } from "viem"
import type { Connector } from "wagmi"
import { z } from "zod"
import type { TransferTypedData } from "@/lib/client/purchase/authorization"
import { type Peer, peerOf } from "@/lib/client/wallet/peer"

type Hex = `0x${string}`

type Signer = {
  /** Who signs behind a connector that only passes on; `null` where the connector is the wallet. */
  readonly peer: Peer | null
  /** Asks the account that the payment is from, whichever is chosen in the wallet by now. */
  readonly signTypedData: (data: TransferTypedData) => Promise<Hex>
  readonly signText: (address: Hex, text: string) => Promise<Hex>
}

const Provider = z.object({
  request: z.custom<(call: { method: string; params: readonly unknown[] }) => Promise<unknown>>(
    (value) => typeof value === "function",
  ),
})
const Signature = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]+$/)])

/**
 * The connected wallet's provider, fetched ahead of time.
 *
 * wagmi's own `signTypedData` asks the wallet for its chain before it signs; a phone then no longer counts the click as
 * a click. Here the request leaves in the same task.
 */
export function useProvider(connector: Connector | undefined): Signer | null {
  const [signer, setSigner] = useState<Signer | null>(null)
  useEffect(() => {
    let current = true
    const load = async () => (connector ? toSigner(await connector.getProvider()) : null)
    const show = (next: Signer | null) => {
      if (current) setSigner(next)
    }
    // Its code may not load: then nobody signs, and not the wallet from before.
    void load().then(show, () => show(null))
    return () => {
      current = false
    }
  }, [connector])
  return signer
}

/** `null` for what is no provider of a wallet. */
export function toSigner(value: unknown): Signer | null {
  if (!Provider.safeParse(value).success) return null
  // Methods of a wallet need their `this`, which a parsed copy would lose.
  const provider = value as z.output<typeof Provider>
  return {
    peer: peerOf(value),
    async signTypedData(data) {
      const params = [data.message.from, JSON.stringify(data)]
      return signatureIn(await provider.request({ method: "eth_signTypedData_v4", params }))
    },
    async signText(address, text) {
      return signatureIn(await provider.request({ method: "personal_sign", params: [stringToHex(text), address] }))
    },
  }
}

function signatureIn(answer: unknown): Hex {
  const { data } = Signature.safeParse(answer)
  if (data === undefined) throw new NoSignature()
  return data
}

class NoSignature extends Error {
  constructor() {
    super("The wallet returned something that is not a signature.")
  }
}
