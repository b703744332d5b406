import type { z } from "zod"
import type { Contract } from "@/lib/api/contract"
import type { Meta, Source } from "@/lib/api/fields"
import type { Provenance } from "@/lib/domain/market/candle-feed"
import { isoTime } from "@/lib/domain/utc-day"

/** Time and mode of an answer. */
export type AnswerContext = { readonly nowMs: number; readonly mode: "sandbox" | "live" }

/** The parameters of an endpoint that has none in its path. */
export type QueryOf<C extends Contract> = z.output<C["queryParams"]>

type MetaFacts = AnswerContext & {
  readonly methodVersion: string
  /** The inputs; the first gives the time of an answer whose inputs all have a time. */
  readonly inputs: readonly [Provenance, ...Provenance[]]
  readonly degraded: readonly string[]
  readonly disclaimer: string
}

/** Metadata of an answer: the oldest input, each source with its age, and warnings. */
export function answerMeta({
  nowMs,
  mode,
  methodVersion,
  inputs,
  degraded,
  disclaimer,
}: MetaFacts): z.output<typeof Meta> {
  return {
    as_of: isoTime(Math.min(...inputs.map(({ asOfMs }) => asOfMs))),
    mode,
    method_version: methodVersion,
    sources: distinct(inputs.map((input) => sourceAt(input, nowMs))),
    abstaining: [],
    degraded: [...degraded],
    disclaimer,
  }
}

/** The source of an input and its age in whole seconds. */
export function sourceAt({ source, asOfMs }: Provenance, nowMs: number): z.output<typeof Source> {
  return { name: source, as_of: isoTime(asOfMs), age_s: Math.max(0, Math.floor((nowMs - asOfMs) / 1000)) }
}

/** Inputs that a provider gave of one moment, such as the closes of two coins, are one source. */
function distinct(sources: readonly z.output<typeof Source>[]): z.output<typeof Source>[] {
  return [...new Map(sources.map((source) => [`${source.name} ${source.as_of}`, source])).values()]
}

/** The inputs that were available. */
export function present(inputs: readonly (Provenance | null)[]): readonly Provenance[] {
  return inputs.filter((input) => input !== null)
}
