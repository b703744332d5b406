import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { getRecordAnchors } from "./answer"
import type { recordAnchorsContract } from "./contract"

export const recordAnchors: FreeEndpoint<typeof recordAnchorsContract> = {
  answer: (_, { anchors, nowMs }) => getRecordAnchors({ ...anchors, nowMs }),
  maxAgeS: 60,
  provenance: { source: "chain", window: "since the first anchor" },
}
