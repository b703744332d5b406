import { sha256 as hashBytes } from "viem"
import type { Sha256 } from "@/lib/domain/track-record/chain"

const utf8 = new TextEncoder()

/** Synchronous, and available on pages without TLS, unlike `crypto.subtle`. */
export const sha256: Sha256 = (text) => hashBytes(utf8.encode(text)).slice(2)
