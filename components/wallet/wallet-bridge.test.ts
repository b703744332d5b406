import { expect, test } from "vitest"
import { withoutCopies } from "./wallet-bridge"

test("a wallet that announces itself twice is listed once", () => {
  const rabby = { id: "io.rabby", name: "Rabby", icon: "data:a" }
  const again = { id: "io.rabby", name: "Rabby Wallet", icon: "data:b" }
  const renamed = { id: "io.rabby.beta", name: "Rabby", icon: "data:a" }
  const other = { id: "io.other", name: "Rabby", icon: "data:c" }
  expect(withoutCopies([rabby, again, renamed, other])).toEqual([rabby, other])
})
