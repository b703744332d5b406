import { answerContracts } from "@/lib/endpoints"
import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { SERVICE } from "@/lib/endpoints/provenance"
import { getSample } from "./answer"
import type { sampleContract } from "./contract"

export const sample: FreeEndpoint<typeof sampleContract> = {
  answer: (params, { nowMs, soldBefore, versions }) =>
    getSample(params, answerContracts, { nowMs, soldBefore, versions }),
  maxAgeS: 600,
  provenance: {
    ...SERVICE,
    parts: { "answer.*": { unit: "as its own answer", source: "as its own answer", window: "as its own answer" } },
  },
}
