import { afterEach, expect, test, vi } from "vitest"
import type { PublicConfig } from "@/lib/api/public-config"
import { connectorsFor, kindOf } from "./connectors"
import { clearConnectorData } from "./clear-connector-data"

const live: PublicConfig = {
  mode: "live",
  market: "live",
  origin: "https://signal402.example",
  chainId: 8453,
  network: "eip155:8453",
  networkName: "Base",
  usdc: { address: `0x${"3".repeat(40)}`, name: "USD Coin", version: "2" },
  payTo: `0x${"1".repeat(40)}`,
  redeliveryWindowMs: 900_000,
  rpcUrl: "https://mainnet.base.org",
  explorerUrl: "https://basescan.org",
  walletConnectProjectId: "0123456789abcdef",
  faucet: false,
  sessions: true,
  browserWallets: true,
  notSold: {},
}

const ids = (config: PublicConfig) =>
  connectorsFor(config).map((create) => create({ chains: [], emitter: {}, storage: null } as never).id)

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ["live", live, ["baseAccount", "walletConnect"]],
  ["live without a project of WalletConnect", { ...live, walletConnectProjectId: null }, ["baseAccount"]],
  ["the sandbox", { ...live, mode: "sandbox", faucet: true }, ["demo"]],
] as const)("%s offers its wallets", (_, config, expected) => {
  expect(ids(config)).toEqual(expected)
})

test("a wallet's kind depends on where it runs", () => {
  const kinds = ["demo", "baseAccount", "walletConnect", "io.rabby"].map((id) => kindOf({ id }))
  expect(kinds).toEqual(["demo", "account", "remote", "browser"])
})

test("clearConnectorData() deletes what connectors wrote, except disconnect markers and receipts", () => {
  const kept = new Map([
    ["wc@2:client:0.3//session", "1"],
    ["base-acc-sdk:state", "1"],
    ["signal402.wagmi.recentConnectorId", "1"],
    ["signal402.wagmi.com.example.disconnected", "true"],
    ["signal402.receipts.1", "1"],
  ])
  const evicted: string[] = []
  const localStorage = Object.fromEntries(kept)
  Object.defineProperty(localStorage, "removeItem", { value: (key: string) => kept.delete(key), enumerable: false })
  vi.stubGlobal("localStorage", localStorage)
  vi.stubGlobal("indexedDB", { deleteDatabase: (name: string) => evicted.push(name) })
  clearConnectorData()
  expect([...kept.keys()]).toEqual(["signal402.wagmi.com.example.disconnected", "signal402.receipts.1"])
  expect(evicted).toContain("WALLET_CONNECT_V2_INDEXED_DB")
})
