import type { UsdcChain } from "./usdc-chain"
import { boundedQueue } from "./bounded-queue"

/** Questions that are under way at a time, and those with who waits for them. */
const LOOK_UPS = { callsUnderWay: 8, most: 200 }

/**
 * The chain as whoever presents a payment may ask it. A hash and a wallet's signature can be made up, and a proof that is
 * spent or cancelled can be shown again and again: these wait for each other, and leave the node to those who pay. They
 * reject at once while too many wait.
 */
export function withUntrustedLimits(chain: UsdcChain): UsdcChain {
  const inTurn = boundedQueue(LOOK_UPS)
  return {
    ...chain,
    findTransfer: (...search) => inTurn(() => chain.findTransfer(...search)),
    plainTransfer: (...transfer) => inTurn(() => chain.plainTransfer(...transfer)),
    isValidSignature: (...question) => inTurn(() => chain.isValidSignature(...question)),
  }
}
