import { expect, test } from "vitest"
import { misspelledNames } from "./misspelled"

const known = ["MODE", "RPC_URL", "DATABASE_URL", "SETTLER_PRIVATE_KEY"]

test("a name that is close to a known variable is reported as misspelt, and unrelated names are not", () => {
  const names = ["RPC_ULR", "DATABASE_URI", "SETTLER_PRIVAT_KEY", "RPC_URL", "PATH", "HOME", "MODES", "DATABASE_PORT"]
  expect(misspelledNames(names, known)).toEqual([
    { name: "RPC_ULR", meant: "RPC_URL" },
    { name: "DATABASE_URI", meant: "DATABASE_URL" },
    { name: "SETTLER_PRIVAT_KEY", meant: "SETTLER_PRIVATE_KEY" },
  ])
  expect(misspelledNames(["mode", "Rpc_Url", "path"], known)).toEqual([
    { name: "mode", meant: "MODE" },
    { name: "Rpc_Url", meant: "RPC_URL" },
  ])
})
