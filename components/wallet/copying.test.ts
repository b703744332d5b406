import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { publicConfig } from "@/tools/testing/client/fixtures"
import { AddFunds } from "./add-funds"
import { Pairing } from "./pairing"

const LIVE_REGION = "</button><output></output>"

test("each copy button has a live region for the result", () => {
  const address = `0x${"ab".repeat(20)}`
  const config = { ...publicConfig, mode: "live", faucet: false } as const
  expect(renderToStaticMarkup(createElement(AddFunds, { address, config }))).toContain(`Copy the address${LIVE_REGION}`)
  expect(renderToStaticMarkup(createElement(Pairing, { uri: "wc:1@2" }))).toContain(`Copy the link${LIVE_REGION}`)
})
