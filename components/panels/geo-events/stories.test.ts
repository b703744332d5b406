import fc from "fast-check"
import { expect, test } from "vitest"
import { storiesIn } from "./stories"

const event = (id: string, title: string, category = "SANCTIONS") => ({ id, title, category })

test("one story that is reported again is listed once, with the other events below it", () => {
  const events = [
    event("a", "EU weighs new sanctions on Russia oil exports"),
    event("b", "North Korea fires ballistic missile into sea", "WAR"),
    event("c", "Breaking: EU weighs new sanctions on Russia oil exports"),
    event("d", "United States sanctions network that moves Iran crude"),
    event("e", "EU weighs new sanctions on Russia oil exports, officials say"),
  ]
  expect(storiesIn(events).map(({ event: { id }, others }) => [id, others.map((one) => one.id)])).toEqual([
    ["a", ["c", "e"]],
    ["b", []],
    ["d", []],
  ])
})

test("no event is lost or shown twice", () => {
  const anyEvent = fc.record({ title: fc.string(), category: fc.constantFrom("WAR", "ENERGY") })
  fc.assert(
    fc.property(fc.array(anyEvent), (all) => {
      const events = all.map((one, index) => ({ ...one, id: String(index) }))
      const ids = storiesIn(events).flatMap((story) => [story.event.id, ...story.others.map(({ id }) => id)])
      expect(ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    }),
  )
})
