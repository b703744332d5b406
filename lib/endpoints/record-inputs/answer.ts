import type { Params, ResponseOf } from "@/lib/api/contract"
import { type recordInputsContract, SealedInputs } from "./contract"
import { AppError } from "@/lib/domain/errors"
import { INPUT_NAMES, type MarketInputs } from "@/lib/domain/signals/market-inputs"
import { isRevealed, type SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import type { SealedInputStore, SealedStore } from "@/lib/domain/track-record/sealed-store"
import { isoTime } from "@/lib/domain/utc-day"
import { readSealedInputs } from "@/lib/usecases/sealed-inputs"

type Answer = ResponseOf<typeof recordInputsContract>

export type RecordInputPorts = {
  readonly sealed: SealedStore
  readonly inputs: SealedInputStore
  /** False where the terms of the providers in use forbid passing their data on. */
  readonly mayPublish: boolean
  readonly nowMs: number
}

/** The inputs of a revealed call. @throws {RecordNotFoundError} */
export async function getRecordInputs(
  { id }: Params<typeof recordInputsContract>,
  ports: RecordInputPorts,
): Promise<Answer> {
  const timestamp = isoTime(ports.nowMs)
  const record = id === undefined ? await newestRevealed(ports) : await ports.sealed.find(id)
  if (record !== null) return { id: record.facts.id, ...(await inputsOf(record, ports)), timestamp }
  if (id !== undefined) throw new RecordNotFoundError("id: there is no record of this close.", { details: { id } })
  return { id: null, ...without("No call is a day old yet."), timestamp }
}

async function inputsOf({ facts }: SealedSignal, ports: RecordInputPorts): Promise<Pick<Answer, "inputs" | "reason">> {
  if (!isRevealed(facts, ports.nowMs)) return without("The call is sealed until it is a day old.")
  if (!ports.mayPublish) {
    return without(
      "The terms of this deployment's providers forbid passing their data on. The hashes are in the facts.",
    )
  }
  const inputs = await readSealedInputs(facts, ports.inputs)
  return inputs === null
    ? without("The inputs of this call were not kept.")
    : { inputs: pointsOf(inputs), reason: null }
}

async function newestRevealed({ sealed, nowMs }: RecordInputPorts): Promise<SealedSignal | null> {
  const revealed = (await sealed.list()).filter(({ facts }) => isRevealed(facts, nowMs))
  return revealed.toSorted((a, b) => a.facts.decisionTimeMs - b.facts.decisionTimeMs).at(-1) ?? null
}

function without(reason: string) {
  return { inputs: null, reason }
}

function pointsOf(inputs: MarketInputs): Answer["inputs"] {
  return SealedInputs.parse(Object.fromEntries(INPUT_NAMES.map((name) => [name, inputs[name]?.value ?? null])))
}

class RecordNotFoundError extends AppError {
  override readonly name = "RecordNotFoundError"
  readonly code = "not_found"
}
