import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { CALL } from "@/lib/endpoints/provenance"
import { getContext } from "./answer"
import type { contextContract } from "./contract"
import { contextVersion } from "./version"

export const context: PaidEndpoint<typeof contextContract> = {
  answer: getContext,
  version: async ({ coin }, { reading }) => contextVersion(await reading(coin)),
  provenance: {
    ...CALL,
    parts: {
      "indicators.*": { unit: "`details.*.unit`", source: "`details.*.source`", window: "`details.*.window`" },
      "details.*.value": { unit: "`details.*.unit`", source: "`details.*.source`", window: "`details.*.window`" },
      "details.*.voted.value": {
        unit: "`details.*.voted.unit`",
        source: "`details.*.source`",
        window: "`details.*.window`",
      },
      "details.*.as_of": { source: "the provider", window: "newest content" },
      "details.*.measured.*": { source: "npm run evidence", window: "`from` to `to`" },
      "details.*.evidence*": { source: "npm run evidence", window: "before and since the fit" },
    },
  },
}
