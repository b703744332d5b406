import { z } from "zod"
import { MAX_CONDITIONS } from "@/lib/domain/alerts/condition"
import { MAX_TARGET_LENGTH } from "@/lib/domain/alerts/alert-target"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const Conditions = z
  .string()
  .max(1_000)
  .describe(
    `Up to ${MAX_CONDITIONS}, comma separated: direction:BTC, above:BTC:120000, below:BTC:100000, ` +
      "wick:BTC:95000 (touched by a 1h candle), outside:BTC:95000:110000, range:BTC (the call's 24h range), " +
      "funding:BTC:0.05 (percent in 8h, or more; -0.05: or less), open_interest:BTC:5 (percent in 24h), liquidations:BTC:99 and implied_volatility:BTC:90 " +
      "(percentiles), regime, critical, changed:/dex/alpha, back:/signal/BTC (on sale again). Negative numbers are " +
      "reached from above everywhere: implied_volatility:BTC:-10 is the 10th percentile or less. A candle is closed, " +
      "`range` is that of the newest call, and `critical` is a new event. Liquidations of an hour are compared with 30 days, DVOL with its year.",
  )

/** Buys a watch: alerts for a day or a week when one of its conditions is met. */
export const alertWatchContract = defineContract({
  id: "alert_watch",
  path: "/alerts/watch",
  price: parseUsdc("0.05"),
  title: "Alert watch",
  description:
    "Webhook, Telegram or push messages for 24h or 7d when a condition is met. They say that something changed, not what.",
  tags: ["alerts"],
  effect: "creates",
  isListed: false,
  freshness: { changesWith: "price", needs: [] },
  pathParams: NoParams,
  queryParams: z.object({
    conditions: Conditions,
    owner: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address")
      .describe("The wallet that may list, pause and end the watch."),
    target: z
      .string()
      .max(MAX_TARGET_LENGTH)
      .describe(
        "https URL of a receiver or of a Discord or Slack webhook, telegram:<22 to 64 letters and digits of yours>, or " +
          "push:<p256dh>:<auth>:<endpoint> of a browser. A receiver answers our challenge before the charge; a chat sends /start <code> to " +
          "the bot. /api/alerts names what is offered.",
      ),
    for: z.enum(["24h", "7d"]).default("24h").describe("How long the watch lasts."),
  }),
  response: z.object({
    watch: z.string().describe("Id of the watch."),
    secret: z.string().describe("Key of X-Signal402-Signature. It is shown in this answer only."),
    owner: z.string(),
    target: z.string(),
    conditions: z.array(z.string()),
    until: DateTime,
    connect: z
      .string()
      .nullable()
      .describe("Telegram: the link that connects the chat, until a chat is connected. null for everything else."),
    limits: z
      .object({
        minutes_between_alerts_of_a_condition: z.number().int().positive(),
        alerts_per_target_24h: z.number().int().positive(),
        alerts_per_payer_24h: z.number().int().positive(),
      })
      .describe("Alerts above these numbers are not sent; the delivery log names them."),
    timestamp: DateTime,
  }),
  exampleParams: {
    conditions: "direction:BTC,below:BTC:100000",
    owner: "0x00000000000000000000000000000000000000A1",
    target: "https://hooks.example.com/signal402",
    for: "24h",
  },
  example,
})
