import { DataUnavailableError } from "@/lib/domain/errors"

/** Rejects after the deadline. A payment is then released, and the result of the computation is dropped. */
export function withTimeout<T>(deadlineMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DataUnavailableError("The answer took too long to compute.")), deadlineMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
