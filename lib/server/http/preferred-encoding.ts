import Negotiator from "negotiator"
import type { ContentEncoding } from "./response"

/** The first of ours that the client accepts, unless it prefers an uncompressed body. */
export function preferredEncoding(
  acceptEncoding: string | undefined,
  ours: readonly ContentEncoding[],
): ContentEncoding {
  if (acceptEncoding === undefined) return "identity"
  const headers = { "accept-encoding": acceptEncoding }
  const accepted = new Negotiator({ headers }).encodings([...ours])
  return accepted[0] === "identity" ? "identity" : (ours.find((each) => accepted.includes(each)) ?? "identity")
}
