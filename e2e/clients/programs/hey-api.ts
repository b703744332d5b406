import { client } from "./client/client.gen.js"
import { signal } from "./client/sdk.gen.js"

const { ORIGIN = "", PAYMENT = "" } = process.env
client.setConfig({ baseUrl: ORIGIN })
const { data, error, response } = await signal({
  path: { coin: "BTC" },
  headers: { "PAYMENT-SIGNATURE": PAYMENT },
})
if (error || !data) throw new Error(`${response?.status} ${JSON.stringify(error)}`)
const votes: number = data.votes.total
console.log(`bought ${data.coin} ${data.signal.direction} ${votes}`)
