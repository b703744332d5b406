import { expect, test } from "vitest"
import { envExample } from "./env-example"

test(".env.example matches the schema", async () => {
  await expect(envExample()).toMatchFileSnapshot("../../.env.example")
})
