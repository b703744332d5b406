import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

const { packages } = LockFile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")))
const places = Object.keys(packages)

test("the lock file has every platform's optional packages, as npm ci requires", () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  expect(wanted.length).toBeGreaterThan(50)
  const missing = wanted.filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)))
  expect(missing).toEqual([])
})

test("no package names a registry URL", () => {
  expect(places.filter((place) => packages[place]?.resolved !== undefined)).toEqual([])
})

test("every package has an integrity hash", () => {
  const without = places.filter((place) => place !== "" && !packages[place]?.integrity?.startsWith("sha512-"))
  expect(without).toEqual([])
})
