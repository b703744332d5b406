import { alertsContract } from "@/lib/endpoints/alerts/contract"
import { type ResponseOf, underApi } from "@/lib/api/contract"
import { Problem } from "@/lib/api/problem"
import { ageMs } from "@/lib/client/age"
import { isSameUri } from "@/lib/client/sign-in/offer"
import { signInHeader, signInText } from "@/lib/client/sign-in/proof"
import { parseJson } from "@/lib/domain/parse-json"

type Hex = `0x${string}`

export type AlertsAnswer = ResponseOf<typeof alertsContract>
export type ListedWatch = NonNullable<AlertsAnswer["watches"]>[number]

/** A change of one watch; absent: a request for the list. */
export type WatchChange = { readonly kind: "pause" | "resume" | "end"; readonly watch: string }

const TIMEOUT_MS = 10_000
/** The service accepts a text for five minutes. The remaining time is for the wallet. */
const MAX_TEXT_AGE_MS = 4 * 60_000

export function alertsPath(change?: WatchChange): string {
  const path = underApi(alertsContract.path)
  return change === undefined ? path : `${path}?${new URLSearchParams({ [change.kind]: change.watch }).toString()}`
}

/** @throws {Error} with a sentence for the reader */
export async function requestAlerts(path: string, signIn?: string): Promise<AlertsAnswer> {
  const headers = signIn === undefined ? {} : { "SIGN-IN-WITH-X": signIn }
  const response = await fetch(path, { cache: "no-store", headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const body = parseJson(await response.text())
  const answer = alertsContract.response.safeParse(body)
  if (response.ok && answer.success) return answer.data
  throw new Error(Problem.safeParse(body).data?.detail ?? `The service answered ${response.status}.`)
}

/** A text of the service, checked, ready to be signed. */
export type SignInRequest = {
  readonly text: string
  readonly header: (signature: Hex) => string
  readonly atMs: number
}

type Signer = { readonly address: Hex; readonly origin: string; readonly chainId: number; readonly nowMs: number }

/** `null` for a text of another site, request or network, which is never signed because it could be used there. Pure. */
export function signInRequest({ sign_in: info }: AlertsAnswer, path: string, signer: Signer): SignInRequest | null {
  const { address, origin, chainId, nowMs } = signer
  if (info.domain !== new URL(origin).host || !isSameUri(info.uri, { origin, path })) return null
  if (info.chainId !== `eip155:${chainId}`) return null
  const offer = { extension: { info }, chainId }
  try {
    const text = signInText(offer, address)
    return { text, header: (signature) => signInHeader(offer, address, signature), atMs: nowMs }
  } catch {
    return null
  }
}

export function isTextOld({ atMs }: SignInRequest, nowMs: number): boolean {
  return ageMs(atMs, nowMs) > MAX_TEXT_AGE_MS
}
