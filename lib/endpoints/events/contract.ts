import { z } from "zod"
import { CALENDAR_SOURCES } from "@/lib/domain/calendar/calendar-entry"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const Event = z.object({
  date: z.iso.date().describe("Day in New York."),
  event: z.string(),
  importance: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .describe("1 low impact, 2 medium impact, 3 high impact (expect volatility)."),
  category: z.enum(["economic", "monetary_policy", "crypto"]).optional(),
  kind: z.string().describe("FOMC, CPI, NFP, PPI, PCE, GDP, OPTIONS_EXPIRY, …; OTHER for all others."),
  at: DateTime.nullable().describe("null: the publisher names only the day."),
  time_et: z.string().nullable().describe("Local time in New York, HH:MM."),
  hours_until: z.number().nullable(),
  figures: z
    .array(z.object({ measure: z.string(), forecast: z.string().nullable(), previous: z.string().nullable() }))
    .describe("Forecast and previous value, as published. Empty: no publisher names any."),
  notional_usd: z
    .number()
    .nullable()
    .optional()
    .describe(
      "Options expiries only: open contracts at Deribit times the price, BTC and ETH together, US dollars. The importance " +
        "follows it: from 5 billion 2, from 20 billion 3. null: unknown.",
    ),
  sources: z.array(z.enum(CALENDAR_SOURCES)).describe("The publishers, the most trusted first."),
})

/** Scheduled United States events of the next seven days, and the dates of the bitcoin market. */
export const eventsContract = defineContract({
  id: "events",
  path: "/events",
  price: parseUsdc("0.03"),
  title: "Economic events",
  description:
    "US events of the next 7 days (FOMC, CPI, NFP, PPI and more) by their publishers, options expiries, bitcoin's difficulty.",
  tags: ["calendar", "macro", "events"],
  freshness: { changesWith: "calendar", needs: ["calendar"] },
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    upcoming_7d: z.array(Event).describe("By time. Events without a published time are the last ones of their day."),
    warning: z
      .string()
      .describe(
        "The next high-impact events within 48 hours in words, or a sentence that says that none is scheduled.",
      ),
    total_upcoming: z.number().int().nonnegative(),
    next_high_impact: Event.nullable().describe("The next event of importance 3 within the week."),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: {},
  example,
})
