import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const Delivery = z.object({
  id: z.string(),
  condition: z.string(),
  met_at: DateTime,
  status: z.enum(["queued", "delivered", "failed"]),
  attempts: z.number().int().nonnegative(),
  next_attempt_at: DateTime.nullable(),
  delivered_at: DateTime.nullable(),
  last_error: z.string().nullable(),
})

const WatchId = z.string().max(64).optional()

const Watch = z.object({
  watch: z.string(),
  target: z.string(),
  conditions: z.array(z.string()),
  status: z.enum(["active", "paused", "ended"]),
  until: DateTime,
  ended_because: z.string().nullable().describe("Why the service has ended the watch before its time, or null."),
  deliveries: z.array(Delivery).describe("The newest 20 alerts, newest first."),
})

/** Lists the watches of the wallet that signed, and pauses, resumes or ends one. */
export const alertsContract = defineContract({
  id: "alerts",
  path: "/alerts",
  price: null,
  title: "Alert watches of a wallet",
  description: "The watches of the wallet that signed SIGN-IN-WITH-X, with deliveries. Pauses, resumes and ends them.",
  tags: ["alerts"],
  effect: "changes",
  pathParams: NoParams,
  queryParams: z.object({
    pause: WatchId.describe("Id of a watch. It sends nothing until it is resumed."),
    resume: WatchId.describe("Id of a paused watch."),
    end: WatchId.describe("Id of a watch. This is final."),
  }),
  response: z.object({
    sign_in: z
      .object({
        domain: z.string(),
        uri: z.string(),
        version: z.literal("1"),
        chainId: z.string(),
        type: z.literal("eip191"),
        nonce: z.string(),
        issuedAt: DateTime,
        statement: z.string(),
      })
      .describe("The fields of the message (EIP-4361) that the wallet signs for this URL, once, within five minutes."),
    refused: z.string().nullable().describe("Why SIGN-IN-WITH-X was refused, or null."),
    channels: z.object({
      telegram: z.boolean().describe("Whether telegram:<code> is offered as a target."),
      telegram_bot: z
        .string()
        .nullable()
        .describe("Name of the bot: https://t.me/<name>?start=<code> connects a chat. null: not known now."),
      push_key: z
        .string()
        .nullable()
        .describe("applicationServerKey of push subscriptions; null: push is not offered."),
    }),
    watches: z.array(Watch).nullable().describe("null without a valid SIGN-IN-WITH-X."),
    timestamp: DateTime,
  }),
  exampleParams: {},
  example,
})
