import type { GeoEventAnswer } from "./geo-answer"

/** What is shown of an event, without the times. */
export function shownOf<T extends GeoEventAnswer>({ first_seen_at: _, last_seen_at: _last, sources, ...shown }: T) {
  return { ...shown, sources: sources.map(({ seen_at: _seen, ...source }) => source) }
}
