import { expect, test } from "vitest"
import { envExample } from "./env-example"

test(".env.example lists the variables of the schema", async () => {
  await expect(envExample()).toMatchFileSnapshot("../../.env.example")
})
