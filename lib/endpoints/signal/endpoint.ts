import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { CALL } from "@/lib/endpoints/provenance"
import { getSignal } from "./answer"
import type { signalContract } from "./contract"
import { signalVersion } from "./version"

export const signal: PaidEndpoint<typeof signalContract> = {
  answer: getSignal,
  version: async ({ coin }, { reading }) => signalVersion(await reading(coin)),
  provenance: {
    ...CALL,
    parts: {
      "outlook.p_up_24h": { source: "calibrated on history" },
      "signal.confidence": { window: "24h after the 4h close" },
    },
  },
}
