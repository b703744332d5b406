import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { NoParams, MarketLabel } from "@/lib/api/fields"
import { PaymentsState } from "@/lib/endpoints/health/contract"
import example from "./example.json" with { type: "json" }

/** Endpoints with prices, and links to the documents. Free. */
export const serviceInfoContract = defineContract({
  id: "service_info",
  path: "/",
  price: null,
  title: "Service info",
  description: "Name, endpoints with prices, payment scheme and documents.",
  tags: ["service"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    service: z.string(),
    description: z.string(),
    endpoints: z.record(
      z.string().describe("Method and path."),
      z.object({
        description: z.string(),
        price_usdc: z.string().describe('"0" when free.'),
        not_sold: z.string().optional().describe("Why nobody can buy it now. Absent: it is sold."),
      }),
    ),
    payment: z.string(),
    payments: PaymentsState,
    version: z.string(),
    docs: z.record(z.string(), z.string()),
    mode: z.enum(["sandbox", "live"]),
    ...MarketLabel,
  }),
  exampleParams: {},
  example,
})
