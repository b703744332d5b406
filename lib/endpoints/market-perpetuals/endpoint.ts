import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { getMarketPerpetuals } from "./answer"
import type { marketPerpetualsContract } from "./contract"

export const marketPerpetuals: FreeEndpoint<typeof marketPerpetualsContract> = {
  answer: (_, ports) => getMarketPerpetuals(ports),
  maxAgeS: 5,
  provenance: { source: "perpetual contracts", window: "at the answer" },
}
