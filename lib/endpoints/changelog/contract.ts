import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

/** Versions of methods and of the interface, each with its effect for a buyer. */
export const changelogContract = defineContract({
  id: "changelog",
  path: "/changelog",
  price: null,
  title: "Changelog",
  description: "Versions of the methods and changes of the interface, each with what it changes for a buyer.",
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
            .describe("method: the same request may have another answer. interface: requests or fields changed."),
          versions: z
            .array(z.string())
            .describe(
              "The values of meta.method_version, the arena's rules_version or the interface version since this change.",
            ),
          title: z.string(),
          effect: z.string().describe("What changes for a buyer."),
        }),
      )
      .describe("Newest first."),
  }),
  exampleParams: {},
  example,
})
