# Generated from the contracts in lib/endpoints by `npm run build:answer-types`.

from typing import Literal

PaidResource = Literal[
    "/signal/BTC",
    "/signal/ETH",
    "/signal/SOL",
    "/context/BTC",
    "/context/ETH",
    "/context/SOL",
    "/risk/BTC",
    "/risk/ETH",
    "/risk/SOL",
    "/odds/BTC",
    "/odds/ETH",
    "/odds/SOL",
    "/volatility/BTC",
    "/volatility/ETH",
    "/volatility/SOL",
    "/regime",
    "/market/overview",
    "/market/etf",
    "/events",
    "/institutions",
    "/yields",
    "/defi/recommend",
    "/dex/alpha",
    "/geo/events",
    "/geo/alert",
    "/brief",
    "/alerts/watch",
]

FreeResource = Literal[
    "/",
    "/health",
    "/status",
    "/stats",
    "/arena/snapshot",
    "/record",
    "/record/calls",
    "/record/inputs",
    "/record/anchors",
    "/market/prices",
    "/market/candles",
    "/versions",
    "/changelog",
]
