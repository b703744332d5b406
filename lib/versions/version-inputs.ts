import type { PaidContract, VersionParams } from "@/lib/api/contract"
import { isAppError } from "@/lib/domain/errors"
import { answerContracts, type AnswerId, type ContractOf, versionKeysOf } from "@/lib/endpoints"
import { paidEndpoints } from "@/lib/endpoints/answers"
import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import type { MarketPorts } from "@/lib/endpoints/ports"
import type { ResourceDecision } from "@/lib/usecases/resource-versions"

/** The inputs of versions. */
export type VersionInputPorts = {
  readonly portsAt: (nowMs: number) => Promise<MarketPorts>
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** The current decisions of every resource that can be sold now. */
export async function readVersionInputs(
  { portsAt, log }: VersionInputPorts,
  nowMs: number,
): Promise<readonly ResourceDecision[]> {
  const ports = await portsAt(nowMs)
  const reads = answerContracts.flatMap((contract) =>
    versionKeysOf(contract).map(({ key: path, params }) => decisionOf(contract.id, { path, params }, ports)),
  )
  return successful(log, reads)
}

async function decisionOf<Id extends AnswerId>(
  id: Id,
  { path, params }: { readonly path: string; readonly params: VersionParams<ContractOf<Id>> },
  ports: MarketPorts,
): Promise<ResourceDecision | null> {
  const { version }: PaidEndpoint<ContractOf<Id>> = paidEndpoints[id]
  const decision = await version(params, ports)
  return decision && { path, ...decision }
}

type QueryDecisions = Pick<PaidEndpoint<PaidContract>, "queryDecisionsAlike" | "isQueryDecisionWhole"> & {
  readonly queryDecision?: (params: never, ports: MarketPorts) => Promise<unknown>
}

/**
 * What decides the answer to a parsed query, as JSON; `null`: its version only. `alike`: decisions that count as the same, so a buyer
 * of one of them is not charged again. `isWhole`: the version does not decide. `key`: the resource in `/api/versions`.
 *
 * @throws {DataUnavailableError}
 */
export async function readQueryDecision(
  id: AnswerId,
  { key, query }: { readonly key: string; readonly query: Readonly<Record<string, unknown>> },
  ports: MarketPorts,
): Promise<{ readonly decision: unknown; readonly alike: readonly unknown[]; readonly isWhole: boolean }> {
  const endpoint: QueryDecisions = paidEndpoints[id]
  const known = answerContracts.flatMap((contract) => versionKeysOf(contract)).find((one) => one.key === key)
  // Path and query were parsed by the contract of this id.
  const decision = (await endpoint.queryDecision?.({ ...query, ...known?.params } as never, ports)) ?? null
  const alike = decision === null ? [] : (endpoint.queryDecisionsAlike?.(decision as never) ?? [])
  return { decision, alike, isWhole: endpoint.isQueryDecisionWhole === true }
}

/** A resource without data keeps its version. Any other error is logged, and does not affect the other resources. */
async function successful(
  log: VersionInputPorts["log"],
  reads: readonly Promise<ResourceDecision | null>[],
): Promise<readonly ResourceDecision[]> {
  const results = await Promise.allSettled(reads)
  return results.flatMap((result) => {
    if (result.status === "fulfilled") return result.value ?? []
    const cause: unknown = result.reason
    if (!isAppError(cause) || cause.code !== "data_unavailable") log("versions_failed", { err: cause })
    return []
  })
}
