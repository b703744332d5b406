import { sha256 as hashBytes } from "viem"
import type { Sha256 } from "@/lib/domain/track-record/chain"

const utf8 = new TextEncoder()

/** In plain script: `crypto.subtle` answers each hash with a promise, and on pages that came by http not at all. */
export const sha256: Sha256 = (text) => hashBytes(utf8.encode(text)).slice(2)
