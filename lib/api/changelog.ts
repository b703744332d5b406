import { z } from "zod"
import { defineContract } from "./contract"
import { NoParams } from "./fields"

/** Which methods and interfaces there were, and what each changed for a buyer. */
export const changelogContract = defineContract({
  id: "changelog",
  path: "/changelog",
  price: null,
  title: "Changelog",
  description: "Versions of the methods and changes of the interface by date, each with what it changes for a buyer.",
  tags: ["service"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    changes: z
      .array(
        z.object({
          date: z.iso.date().describe("UTC."),
          kind: z
            .enum(["method", "interface"])
            .describe("method: the same question may be answered otherwise. interface: what can be asked, and how."),
          versions: z
            .array(z.string())
            .describe("What meta.method_version, the arena's rules_version or the interface's version says since."),
          title: z.string(),
          effect: z.string().describe("What changes for a buyer."),
        }),
      )
      .describe("The newest first."),
  }),
  exampleParams: {},
  example: {
    changes: [
      {
        date: "2026-11-21",
        kind: "method",
        versions: ["2026.11-34992b22"],
        title: "NEUTRAL when too few vote",
        effect: "Below 15 indicators in three categories the call is NEUTRAL and says why.",
      },
    ],
  },
})
