import type { Contract, PaidContract, Params, ResponseOf, VersionParams } from "@/lib/api/contract"
import type { Decision } from "@/lib/usecases/resource-versions"
import type { MarketPorts, ServicePorts } from "./ports"
import type { Patterns, Provenance } from "./provenance"

/** What the service knows about an endpoint beside its contract. */
type Described = {
  /** Source and window of the fields, and of those that differ. */
  readonly provenance: Provenance & { readonly parts?: Patterns }
}

/** An endpoint that sells one answer. */
export type PaidEndpoint<C extends PaidContract> = Described & {
  /** @throws {DataUnavailableError} without data that the answer needs; nothing is charged then. */
  readonly answer: (params: Params<C>, ports: MarketPorts) => Promise<ResponseOf<C>>
  /** Refuses parameters that only current data can refuse, before a price is named. @throws {InvalidParamsError} */
  readonly check?: (params: Params<C>, ports: MarketPorts) => Promise<void>
  /**
   * What a new version depends on; `null` while the answer is not sold. Each coin, and each value of `versionedBy`, has its own
   * versions.
   */
  readonly version: (params: VersionParams<C>, ports: MarketPorts) => Promise<Decision | null>
  /**
   * What decides the answer to a query beside the query itself and the version of its path. Absent: nothing, because the version
   * changes with all data of any query.
   */
  readonly queryDecision?: (params: Params<C>, ports: MarketPorts) => Promise<unknown>
  /** The bought decisions that still stand beside this one: values that change all the time have a dead band. Absent: none. */
  readonly queryDecisionsAlike?: (decision: never) => readonly unknown[]
  /** The answer to a query with parameters changes with `queryDecision` only: another default list is no new filtered list. */
  readonly isQueryDecisionWhole?: true
}

/** An endpoint without a price. */
export type FreeEndpoint<C extends Contract> = Described & {
  readonly answer: (params: Params<C>, ports: ServicePorts) => Promise<ResponseOf<C>>
  /** How long clients and a process may share one answer, in seconds. Absent: each request is answered anew. */
  readonly maxAgeS?: number
  /** The status of an answer. Absent: 200. */
  readonly statusOf?: (answer: ResponseOf<C>) => number
}

/** An endpoint whose route the runtime builds, because it does more than answer. */
export type RoutedEndpoint = Described
