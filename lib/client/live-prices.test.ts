import { expect, test } from "vitest"
import { livePrices, setLivePrices } from "./live-prices"

test("listeners hear of a price that moved or is gone, and not of the same prices", () => {
  const heard: unknown[] = []
  const stop = livePrices.subscribe(() => heard.push(livePrices.get()))
  const coins = (btc: number | null) => [
    { coin: "BTC", price: btc },
    { coin: "ETH", price: 3 },
  ]
  setLivePrices(coins(100))
  setLivePrices(coins(100))
  setLivePrices(coins(101))
  setLivePrices(coins(null))
  stop()
  expect(heard).toEqual([{ BTC: 100, ETH: 3 }, { BTC: 101, ETH: 3 }, { ETH: 3 }])
})
