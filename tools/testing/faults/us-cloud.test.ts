import { readFileSync, writeFileSync } from "node:fs"
import { beforeAll, expect, test, vi } from "vitest"
import { products } from "./buy-everything"
import { type CloudDay, cloudDay, cloudTable } from "./us-cloud"

const PAGE = "docs/sources.md"
const DATA = "tools/testing/faults/us-cloud.json"
const [BEGIN, END] = ["<!-- npm run test:faults us-cloud -->", "<!-- end of test:faults us-cloud -->"]
const PROFILES = ["open", "strict"] as const

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))

function campaign(): readonly CloudDay[] {
  return JSON.parse(readFileSync(DATA, "utf8")) as readonly CloudDay[]
}

// `FAULTS=all` runs the campaign, and writes its data and the table of the page.
if (process.env["FAULTS"] === "all") {
  test("a service starts in a cloud in the United States", async () => {
    const days: CloudDay[] = []
    for (const profile of PROFILES) days.push(await cloudDay(profile))
    expect(days.flatMap(({ wrong }) => wrong)).toEqual([])
    writeFileSync(DATA, `[\n${days.map((day) => JSON.stringify(day)).join(",\n")}\n]\n`)
    const page = readFileSync(PAGE, "utf8")
    const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)]
    writeFileSync(PAGE, `${page.slice(0, from)}\n\n${cloudTable(days)}\n\n${page.slice(to)}`)
  }, 600_000)
}

test("the campaign's data have every product in every profile; FAULTS=all with this file measures a new one", () => {
  const ids = products.map(({ id }) => id).toSorted()
  for (const { sold, refused } of campaign()) expect([...sold, ...refused].toSorted()).toEqual(ids)
})

test("strict sells in no cloud what it reads no provider of", () => {
  const strict = campaign().find(({ profile }) => profile === "strict")
  expect(strict?.sold.filter((id) => ["yields", "defi_recommend"].includes(id))).toEqual([])
})

test("the table of the page is that of the campaign's data", () => {
  const page = readFileSync(PAGE, "utf8")
  expect(page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)).trim()).toBe(cloudTable(campaign()))
})
