import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { getRecordInputs } from "./answer"
import type { recordInputsContract } from "./contract"

export const recordInputs: FreeEndpoint<typeof recordInputsContract> = {
  answer: (params, { record, mayPublish }) => getRecordInputs(params, { ...record, mayPublish }),
  maxAgeS: 5,
  provenance: {
    source: "the provider that the sealed record names",
    window: "the lookback of the engine",
    parts: {
      "inputs.vix[].value": { unit: "index" },
      "inputs.dxy[].value": { unit: "index" },
      "inputs.us10y[].value": { unit: "percent" },
      "inputs.spx[].value": { unit: "index" },
      "inputs.etfFlows[].usdMByFund.*": { unit: "US$ million" },
    },
  },
}
