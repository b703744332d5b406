import { z } from "zod"
import { defineContract } from "./contract"
import { DateTime, NoParams } from "./fields"

const PartStatus = z.enum(["ok", "degraded", "down"])

/** Free liveness: the two promised fields, then the state of each part that an answer needs. */
export const healthContract = defineContract({
  id: "health",
  path: "/health",
  price: null,
  title: "Health",
  description: "Whether the service can answer and settle, part by part.",
  tags: ["service"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    status: PartStatus.describe("ok when everything works; down comes with status 503."),
    timestamp: DateTime,
    mode: z.enum(["sandbox", "live"]),
    parts: z.array(z.object({ name: z.string(), status: PartStatus, as_of: DateTime.nullable(), detail: z.string() })),
  }),
  exampleParams: {},
  example: {
    status: "ok",
    timestamp: "2026-11-20T12:00:05.000Z",
    mode: "sandbox",
    parts: [{ name: "candles", status: "ok", as_of: "2026-11-20T12:00:00.000Z", detail: "binance" }],
  },
})
