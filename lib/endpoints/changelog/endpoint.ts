import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { SERVICE } from "@/lib/endpoints/provenance"
import type { changelogContract } from "./contract"
import { changes } from "./entries"

export const changelog: FreeEndpoint<typeof changelogContract> = {
  answer: async () => ({ changes: changes.map((change) => ({ ...change, versions: [...change.versions] })) }),
  maxAgeS: 60,
  provenance: SERVICE,
}
