"use client"

import { useAppConfig } from "@/components/app/app-context"
import type { DecodeContext } from "@/lib/client/decoder/field"

/** The tokens that the decoder knows besides those of the official packages: this service's own. */
export function useDecodeContext(): Pick<DecodeContext, "tokens"> {
  const { network, usdc } = useAppConfig()
  return { tokens: [{ ...usdc, network, symbol: "USDC", decimals: 6 }] }
}
