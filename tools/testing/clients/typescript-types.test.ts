import { expectTypeOf, test } from "vitest"
import type {
  Bought,
  Buyer,
  Current,
  FreeAnswerOf,
  MarketPricesAnswer,
  OddsAnswer,
  PaidResource,
  SignalAnswer,
  StreamEvent,
  VersionEvent,
} from "@/clients/typescript/index"

/* The type checker runs these tests. */

declare const buyer: Buyer

test("the answer has the type of its resource", () => {
  expectTypeOf(() => buyer.buy("/signal/BTC")).returns.resolves.toEqualTypeOf<Bought<SignalAnswer>>()
  expectTypeOf(() => buyer.buy("/odds/ETH?level=3400")).returns.resolves.toEqualTypeOf<Bought<OddsAnswer>>()
  expectTypeOf(() => buyer.get("/market/prices")).returns.resolves.toEqualTypeOf<MarketPricesAnswer>()
  expectTypeOf<FreeAnswerOf<"/market/prices">>().toEqualTypeOf<MarketPricesAnswer>()
  expectTypeOf(() => buyer.buyOnChange("/signal/BTC")).returns.toEqualTypeOf<AsyncIterable<Bought<SignalAnswer>>>()
})

test("only ifNewerThan can return the current version", () => {
  expectTypeOf(() => buyer.buy("/signal/BTC", { ifNewerThan: 7 })).returns.resolves.toEqualTypeOf<
    Bought<SignalAnswer> | Current
  >()
  expectTypeOf(() => buyer.buy("/signal/BTC", { maxAmount: 1n })).returns.resolves.toEqualTypeOf<Bought<SignalAnswer>>()
})

test("misspelled resources and parameters do not compile", () => {
  expectTypeOf<"/signal/BTC">().toExtend<PaidResource>()
  expectTypeOf<"/signl/BTC">().not.toExtend<PaidResource>()
  expectTypeOf<"/signal/DOGE">().not.toExtend<PaidResource>()
  expectTypeOf(() => [
    // @ts-expect-error The coin is misspelled.
    buyer.buy("/signal/BTCC"),
    // @ts-expect-error This resource is paid.
    buyer.get("/signal/BTC"),
    // @ts-expect-error This resource is free.
    buyer.buy("/market/prices"),
    // @ts-expect-error `level` is required.
    buyer.buy("/odds/BTC"),
    // @ts-expect-error `level` is misspelled.
    buyer.buy("/odds/BTC", { query: { levels: [1] } }),
    // @ts-expect-error A signal has no parameters.
    buyer.buy("/signal/BTC", { query: { depth: 1 } }),
    // @ts-expect-error The option is misspelled.
    buyer.buy("/signal/BTC", { ifNewerThen: 7 }),
    // @ts-expect-error Money is a bigint.
    buyer.buy("/signal/BTC", { maxAmount: 50_000 }),
    // @ts-expect-error `asset` is misspelled in the path.
    buyer.buy("/market/etf?aset=ETH"),
    // @ts-expect-error The asset in the path is not one of the coins.
    buyer.buy("/market/etf?asset=XRP"),
    // @ts-expect-error The second parameter is misspelled.
    buyer.quote("/odds/BTC?level=98000,92000&hour=48"),
    // @ts-expect-error `hours` is a number.
    buyer.buyOnChange("/odds/BTC?level=1&hours=two"),
    // @ts-expect-error A signal has no parameters.
    buyer.buy("/signal/BTC?depth=1"),
    // @ts-expect-error `coin` is misspelled.
    buyer.get("/market/candles?coins=BTC"),
    // @ts-expect-error The asset is not one of the coins.
    buyer.quote("/market/etf", { query: { asset: "XRP" } }),
  ]).toBeFunction()
  expectTypeOf(() => [
    buyer.buy("/odds/BTC", { query: { level: [98_000, 92_000], hours: 48 } }),
    buyer.buy("/odds/BTC?level=98000,92000&hours=48"),
    buyer.buy("/market/etf?asset=ETH" as PaidResource),
    buyer.get("/market/candles?coin=BTC"),
    buyer.quote("/market/etf", { query: { asset: "ETH" }, signal: AbortSignal.timeout(1) }),
    buyer.watch({ conditions: ["regime"], target: "https://example.com" }),
  ]).toBeFunction()
})

test("an event has the data of its name", () => {
  expectTypeOf<Extract<StreamEvent, { readonly event: "version" }>["data"]>().toEqualTypeOf<VersionEvent>()
})
