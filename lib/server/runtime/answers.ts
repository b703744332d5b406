import type { Contract, Params, ResponseOf } from "@/lib/api/contract"
import { withMarketLabel } from "@/lib/api/deployment"
import { answerContracts, type AnswerId, type ContractOf, type FreeContractOf } from "@/lib/endpoints"
import { freeEndpoints, type FreeId, paidEndpoints } from "@/lib/endpoints/answers"
import type { FreeEndpoint, PaidEndpoint } from "@/lib/endpoints/endpoint"
import { feedRevision } from "@/lib/market/feeds/all-feeds"
import { parseRequestParams, type PathSegments } from "@/lib/server/http/request-params"
import { type Inputs, shareAnswers } from "@/lib/server/http/shared-answers"
import { config } from "./config"
import { marketPorts } from "./market-ports"
import { runtime } from "./runtime"
import { servicePorts } from "./service-ports"

export type Answer<C extends Contract> = (params: Params<C>) => Promise<ResponseOf<C>>

/** Computes the sold answers as of now. Equal concurrent requests share one computation. */
export const answers = Object.fromEntries(answerContracts.map(({ id }) => [id, soldAnswer(id)])) as {
  readonly [Id in AnswerId]: Answer<ContractOf<Id>>
}

function soldAnswer<Id extends AnswerId>(id: Id): Answer<ContractOf<Id>> {
  const { answer }: PaidEndpoint<ContractOf<Id>> = paidEndpoints[id]
  return shared(async (params) => answer(params, await marketPorts()))
}

/** The answer of a free endpoint as of now. */
export async function freeAnswer<Id extends FreeId>(
  id: Id,
  params: Params<FreeContractOf<Id>>,
): Promise<ResponseOf<FreeContractOf<Id>>> {
  const { answer }: FreeEndpoint<FreeContractOf<Id>> = freeEndpoints[id]
  return answer(params, await servicePorts())
}

/** The answer to a request for the resource of a contract. */
export async function answerOf<Id extends AnswerId>(
  contract: ContractOf<Id> & { readonly id: Id },
  { segments, search }: { readonly segments: PathSegments; readonly search: URLSearchParams },
): Promise<ResponseOf<ContractOf<Id>>> {
  const answer: Answer<ContractOf<Id>> = answers[contract.id]
  return answer(parseRequestParams<ContractOf<Id>>(contract, segments, search).params)
}

/** Labels the market in an answer of a sandbox with real data. */
export function labelled<P, T>(handle: (params: P) => Promise<T>): (params: P) => Promise<T> {
  return async (params) => withMarketLabel(await handle(params), config())
}

function shared<P, T>(handle: (params: P) => Promise<T>): (params: P) => Promise<T> {
  // Not `Date.now` itself: test files share this module, and each file replaces `Date`.
  return shareAnswers(labelled(handle), { inputs: feedInputs, clock: () => Date.now() })
}

async function feedInputs(): Promise<Inputs> {
  const service = await runtime()
  return { of: service, revision: feedRevision(service) }
}
