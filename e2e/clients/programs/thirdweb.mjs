/* Buys with thirdweb's client, which knows the scheme `exact` alone and throws at an entry of `accepts` with another one. */
import { createThirdwebClient, defineChain } from "thirdweb"
import { privateKeyToAccount } from "thirdweb/wallets"
import { wrapFetchWithPayment } from "thirdweb/x402"

const client = createThirdwebClient({ clientId: "none" })
const account = privateKeyToAccount({ client, privateKey: process.env.KEY })
const chain = defineChain({ id: 8453, rpc: `${process.env.ORIGIN}/api/sandbox/rpc` })
const wallet = { getAccount: () => account, getChain: () => chain, switchChain: async () => undefined }
const buy = wrapFetchWithPayment(fetch, client, wallet)
const url = `${process.env.ORIGIN}/api/signal/BTC`

const refused = await buy(url).then(
  () => "bought",
  (error) => `threw: ${String(error.message).replaceAll(/\s+/g, " ").slice(0, 200)}`,
)
console.log(`without a word: ${refused}`)
const response = await buy(url, { headers: { "Accept-Payment": "exact" } })
const { coin } = await response.json()
console.log(`with Accept-Payment: exact: ${response.status} ${coin}`)
