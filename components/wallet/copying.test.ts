import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { PublicConfig } from "@/lib/api/public-config"
import { terms } from "@/lib/client/testing/fixtures"
import { AddFunds } from "./add-funds"
import { Pairing } from "./pairing"

const PLACE = "</button><output></output>"
const config: PublicConfig = {
  ...terms,
  mode: "live",
  origin: "https://signal402.example",
  networkName: "Base",
  redeliveryWindowMs: 900_000,
  rpcUrl: "https://rpc.example",
  explorerUrl: null,
  walletConnectProjectId: "id",
  faucet: false,
  browserWallets: true,
}

test("beside what can be copied there is a place to say whether it was", () => {
  const address = `0x${"ab".repeat(20)}`
  expect(renderToStaticMarkup(createElement(AddFunds, { address, config }))).toContain(`Copy the address${PLACE}`)
  expect(renderToStaticMarkup(createElement(Pairing, { uri: "wc:1@2" }))).toContain(`Copy the link${PLACE}`)
})
