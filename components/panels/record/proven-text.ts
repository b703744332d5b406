import { count } from "@/components/ui/format"
import type { Stats } from "@/lib/endpoints/stats/contract"

/** How many of the calls a block proves before their outcome. A sandbox's chain is named, because it proves nothing to others. */
export function provenText({ sample, integrity }: Pick<Stats, "sample" | "integrity">): string {
  const chain = integrity.proof.public_chain ? "" : ", on the sandbox's own chain"
  return `proven in time: ${count(sample.proven_in_time)} of ${count(sample.emitted - sample.pending)}${chain}`
}
