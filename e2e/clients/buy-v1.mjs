// Buys one resource as the documentation of the version 1 client shows, and prints the status, body and receipt as JSON.
// Environment: URL, KEY.
import { privateKeyToAccount } from "viem/accounts"
import { decodeXPaymentResponse, wrapFetchWithPayment } from "x402-fetch"

const { URL: url, KEY: key } = process.env
const buy = wrapFetchWithPayment(fetch, privateKeyToAccount(key))
const response = await buy(url)
const receipt = response.headers.get("x-payment-response")
console.log(
  JSON.stringify({
    status: response.status,
    body: await response.text(),
    receipt: receipt === null ? null : decodeXPaymentResponse(receipt),
  }),
)
