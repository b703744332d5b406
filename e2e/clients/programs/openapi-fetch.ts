import createClient from "openapi-fetch"
import type { paths } from "./api.js"

const { ORIGIN = "", PAYMENT = "" } = process.env
const client = createClient<paths>({ baseUrl: ORIGIN })
const { data, error, response } = await client.GET("/api/signal/{coin}", {
  params: { path: { coin: "BTC" }, header: { "PAYMENT-SIGNATURE": PAYMENT } },
})
if (error || !data) throw new Error(`${response.status} ${JSON.stringify(error)}`)
const direction: "STRONG_LONG" | "LONG" | "LEAN_LONG" | "NEUTRAL" | "LEAN_SHORT" | "SHORT" | "STRONG_SHORT" =
  data.signal.direction
const votes: number = data.votes.total
console.log(`bought ${data.coin} ${direction} ${votes}`)
