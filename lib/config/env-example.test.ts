import { expect, test } from "vitest"
import { envExample } from "./env-example"

test(".env.example says what the schema says", async () => {
  await expect(envExample()).toMatchFileSnapshot("../../.env.example")
})
