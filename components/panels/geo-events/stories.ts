type Titled = { readonly id: string; readonly title: string; readonly category: string }

/** A story and the other events about the same. */
export type Story<T> = { readonly event: T; readonly others: readonly T[] }

/** Shared words over all words. Two headlines above it tell one story. */
const SAME_STORY = 0.6

/**
 * Groups events of one category whose headlines share most of their words: an event that is reported again after a day is an
 * event of its own for the service, and the same story for a reader. The order of the first event of each story is kept.
 */
export function storiesIn<T extends Titled>(events: readonly T[]): readonly Story<T>[] {
  const stories: { event: T; words: ReadonlySet<string>; others: T[] }[] = []
  for (const event of events) {
    const words = wordsOf(event.title)
    const same = stories.find(
      (story) => story.event.category === event.category && shared(story.words, words) >= SAME_STORY,
    )
    if (same === undefined) stories.push({ event, words, others: [] })
    else same.others.push(event)
  }
  return stories
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  return common / Math.max(1, a.size + b.size - common)
}
