import { z } from "zod"
import type { Contract } from "@/lib/api/contract"
import { AppError } from "@/lib/domain/errors"

const fitting = new WeakSet<object>()

/**
 * Returns an answer that fits its contract. Requests of one second share an answer, which is checked once.
 *
 * @throws {MalformedAnswerError} so that nothing is charged for the answer
 */
export function fitsContract<T extends object>(contract: Pick<Contract, "id" | "response">, answer: T): T {
  if (fitting.has(answer)) return answer
  const { error } = contract.response.safeParse(answer)
  if (error) throw new MalformedAnswerError(contract.id, error)
  fitting.add(answer)
  return answer
}

/** A defect of this service: the answer is not what the contract promises. The operator's log has the fields. */
export class MalformedAnswerError extends AppError {
  override readonly name = "MalformedAnswerError"
  readonly code = "data_unavailable"
  override readonly retryable = true

  constructor(id: string, error: z.ZodError) {
    super("The answer was not what its contract promises, so it is not sold.", {
      cause: new Error(`${id}: ${z.prettifyError(error)}`),
    })
  }
}
