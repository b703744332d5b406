import { COINS, type Coin } from "@/lib/domain/market/coin"
import { json } from "./responder"

export function okxData(data: readonly unknown[]): Response {
  return json({ code: "0", msg: "", data })
}

/** A code other than "0". An unknown instrument comes with status 200, a bad parameter with 400. */
export function okxError(code: string, msg: string): Response {
  return json({ code, msg, data: [] }, code === "51001" ? 200 : 400)
}

export function unknownInstrument(): Response {
  return okxError("51001", "Instrument ID, Instrument ID code, or Spread ID doesn't exist.")
}

/** The coin of `BTC-USDT`, or with a suffix of `BTC-USDT-SWAP`. */
export function coinOfInstrument(url: URL, suffix = ""): Coin | undefined {
  return COINS.find((coin) => `${coin}-USDT${suffix}` === url.searchParams.get("instId"))
}
