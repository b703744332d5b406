import type { GeoEventAnswer } from "./geo-answer"

/** What is shown of an event, without the times. */
export function shownOf<T extends GeoEventAnswer>(event: T) {
  const { first_seen_at: _first, last_seen_at: _last, sources, ...shown } = event
  return { ...shown, sources: sources.map(({ title, url, domain, tier }) => ({ title, url, domain, tier })) }
}
