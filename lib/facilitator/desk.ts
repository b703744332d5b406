import type { PayerDigest } from "@/lib/chain/payer-digest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { FacilitatedBooks } from "@/lib/ledger/facilitated"
import type { Ledger } from "@/lib/ledger/ledger"
import { type Authorization, FACILITATED, type Payment, paymentId, type Purchase } from "@/lib/ledger/payment"
import { createCoolDown } from "@/lib/payments/gate/cool-down"
import { isFree, isSameProof, isSpoken } from "@/lib/payments/gate/known-proof"
import { createOverdraft, type Owed } from "@/lib/payments/gate/overdraft"
import { asOwed, type Verdict } from "@/lib/payments/gate/verdict"
import { isByKeyAlone, verifyAuthorization } from "@/lib/payments/gate/verify-authorization"
import { inOneLine } from "@/lib/payments/settlement/in-one-line"
import { knownSettlement } from "@/lib/payments/settlement/known-settlement"
import type { Settlement, Settler } from "@/lib/payments/settlement/settler"
import { mayHaveBeenSold, reasonsOf } from "@/lib/payments/wire/method-reasons"
import type { PaymentReason } from "@/lib/payments/wire/reason"
import { checkQuestion, type FacilitatorReason, type FacilitatorTerms } from "./check-question"
import { type Question, readQuestion } from "./question"

/** An answer to a resource server, as JSON. */
export type DeskAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** Verifies and settles for others. Methods never reject. */
export type FacilitatorDesk = {
  verify(json: unknown): Promise<DeskAnswer>
  /** `requestKey` names the request, so that the same one may ask again what came of it. */
  settle(json: unknown, requestKey: string | null): Promise<DeskAnswer>
  supported(): DeskAnswer
}

export type DeskOptions = {
  readonly ledger: Ledger
  readonly books: FacilitatedBooks
  readonly chain: Pick<UsdcChain, "preflight" | "findTransfer" | "isValidSignature" | "hasCode">
  readonly settler: Pick<Settler, "settle" | "status">
  readonly terms: FacilitatorTerms
  readonly payerDigest: PayerDigest
  readonly clock: Clock
  readonly sleep: Sleep
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

type Asked = Extract<Question, { readonly kind: "question" }>

/** A question that is worth its gas; or why not, or that the chain cannot tell now. */
type Examined =
  /** `owed` is `null` of what the ledger has already. */
  | { readonly kind: "good"; readonly payment: Asked["payment"]; readonly owed: Owed | null }
  | { readonly kind: "bad"; readonly reason: FacilitatorReason; readonly payer: string; readonly network: string }
  | { readonly kind: "failed"; readonly cause: unknown }

/** The gate's checks, ledger and settler, for services that deliver by themselves. */
export function createFacilitatorDesk(options: DeskOptions): FacilitatorDesk {
  const { ledger, books, settler, terms, clock, log } = options
  const overdraft = createOverdraft(options)
  const coolDown = createCoolDown(clock)

  async function examine(json: unknown, isSettling: boolean): Promise<Examined> {
    const question = readQuestion(json)
    if (question.kind === "invalid") return { kind: "bad", reason: question.reason, payer: "", network: terms.network }
    const { payment, requirements } = question
    const { authorization, network } = payment
    const bad = (reason: FacilitatorReason): Examined => ({ kind: "bad", reason, payer: authorization.from, network })
    const reason = checkQuestion(payment, requirements, terms, clock())
    // What is on its way may be asked about when its window is over; it is looked up below.
    if (reason !== null && !mayHaveBeenSold(reason)) return bad(reason)
    const known = await knownOf(authorization)
    if (known !== null && !isFree(known)) {
      // Who heard that it is pending asks for both again, as the official resource server does, and is told once all the same.
      const isOver = !isSettling && (await books.isTold(known.id))
      return isOver ? bad(reasonsOf[authorization.method].used) : { kind: "good", payment, owed: null }
    }
    if (reason !== null) return bad(reason)
    const verdict = await askChain(authorization, known)
    switch (verdict.kind) {
      case "owed":
        return { kind: "good", payment, owed: verdict }
      case "refused":
        return bad(verdict.reason)
      // Somebody else has sent it, and whoever it bought something from knows.
      case "arrived":
      case "pending":
        return bad(reasonsOf[authorization.method].used)
      case "failed":
        return verdict
    }
  }

  function askChain(authorization: Authorization, known: Payment | null): Promise<Verdict> {
    const ask = () => verifyAuthorization(authorization, { ...options, takenMs: null, nowMs: clock() })
    return coolDown.verdictOn(authorization.from, known, ask)
  }

  /** What the ledger has of this very proof. */
  async function knownOf(authorization: Authorization): Promise<Payment | null> {
    const known = await ledger.find(idOf(authorization))
    return known !== null && isSameProof(known, purchaseOf(authorization, null)) ? known : null
  }

  /** This very proof buys something of our own, which we do not have settled by a facilitator: that could be this one. */
  async function isSoldHere(authorization: Authorization): Promise<boolean> {
    const purchase = purchaseOf(authorization, null)
    const own = await ledger.find(paymentId({ ...terms, authorization }))
    if (own === null || !isSameProof(own, purchase) || isFree(own)) return false
    return own.state !== "sent" || own.transaction !== null
  }

  async function verify(json: unknown): Promise<DeskAnswer> {
    const examined = await examine(json, false)
    switch (examined.kind) {
      case "good":
        return { status: 200, body: { isValid: true, payer: examined.payment.authorization.from } }
      case "bad":
        return { status: 200, body: { isValid: false, invalidReason: examined.reason, payer: examined.payer } }
      case "failed":
        throw examined.cause
    }
  }

  async function settle(json: unknown, requestKey: string | null): Promise<DeskAnswer> {
    const examined = await examine(json, true)
    if (examined.kind === "failed") throw examined.cause
    if (examined.kind === "bad") return settleFailure(examined.reason, examined)
    const { authorization, network, resourceUrl } = examined.payment
    const settlement = await settlementOf(
      asOwed(purchaseOf(authorization, resourceUrl), examined.owed),
      examined.owed,
      requestKey,
    )
    const payer = authorization.from
    switch (settlement.kind) {
      case "settled": {
        if (!(await books.tell(idOf(authorization), requestKey, clock()))) {
          return settleFailure(reasonsOf[authorization.method].used, { payer, network })
        }
        const { transaction } = settlement
        const amount = authorization.value.toString()
        return { status: 200, body: { success: true, transaction, network, payer, amount } }
      }
      case "refused":
        return settleFailure(settlement.reason, { payer, network })
      case "pending":
        return settleFailure("settlement_pending", { payer, network, transaction: settlement.transaction })
      case "unsent":
        throw settlement.cause
    }
  }

  async function settlementOf(purchase: Purchase, owed: Owed | null, requestKey: string | null): Promise<Settlement> {
    const { authorization } = purchase
    const id = paymentId(purchase)
    const claim = await ledger.claim(purchase, clock())
    if (claim.kind !== "claimed") {
      // Whoever signs a nonce twice, for other amounts or payees, is told nothing of the first.
      if (!isSameProof(claim.payment, purchase))
        return { kind: "refused", reason: reasonsOf[authorization.method].used }
      // As the row has it: a wallet's deployment may be wrapped around one of the two.
      return heard(claim.payment) ?? send(claim.payment)
    }
    const refused = await prepare(purchase, owed, requestKey, claim.owner).catch(async (cause: unknown) => {
      // Whoever asks again would wait for a claim that nobody works on.
      await ledger.release(id, claim.owner, "broken_off", clock()).catch(() => false)
      throw cause
    })
    if (refused !== null) return refused
    const settlement = await send({ id, authorization })
    if (settlement.kind === "settled") overdraft.moved(authorization)
    if (settlement.kind !== "unsent" && settlement.kind !== "refused") return settlement
    // It may be of an earlier attempt: what is refused must not be sent later, nor what is on its way be refused.
    if (await ledger.release(id, claim.owner, "settlement_unsent", clock())) return settlement
    const now = await ledger.find(id)
    if (now === null || !isSpoken(now, clock())) return settlement
    return heard(now) ?? { kind: "pending", transaction: now.transaction }
  }

  /** The last questions about a claimed proof: from then on it may be sent. Or why it is not. */
  async function prepare(
    purchase: Purchase,
    owed: Owed | null,
    requestKey: string | null,
    owner: string,
  ): Promise<Settlement | null> {
    const { authorization } = purchase
    const id = paymentId(purchase)
    const { used } = reasonsOf[authorization.method]
    const ended = async (reason: PaymentReason, why: string): Promise<Settlement> => {
      await ledger.release(id, owner, why, clock())
      return { kind: "refused", reason }
    }
    if (await isSoldHere(authorization)) return ended(used, "sold_here")
    const verdict = owed && (await overdraft.check(purchase, owed, () => askChain(authorization, null)))
    if (verdict?.kind === "failed") throw verdict.cause
    if (verdict && verdict.kind !== "owed") {
      return ended(verdict.kind === "refused" ? verdict.reason : used, "overdrawn")
    }
    // The payer may have cost us gas since it was asked about.
    const cooling = coolDown.reasonFor(authorization.from)
    if (cooling !== null) return ended(cooling, cooling)
    await books.begin(id, requestKey, clock())
    // The answer is the other service's; here it only counts that there is one.
    await ledger.saveAnswer(id, owner, { body: "", etag: null }, clock())
    return null
  }

  async function send({ id, authorization }: Pick<Payment, "id" | "authorization">): Promise<Settlement> {
    const settlement = await settler.settle({ id, authorization })
    if (settlement.kind === "refused") {
      coolDown.blame(authorization.from, settlement.reason, await isByKeyAlone(authorization, options))
    }
    return settlement
  }

  function purchaseOf(authorization: Authorization, resourceUrl: string | null): Purchase {
    const { network, asset } = terms
    return { network, asset, resource: resourceUrl ?? "", endpoint: FACILITATED, authorization }
  }

  function idOf(authorization: Authorization): string {
    return paymentId(purchaseOf(authorization, null))
  }

  /** Our faults have a word in the specification; what they are is for the log. */
  async function safely(work: Promise<DeskAnswer>, fault: DeskAnswer): Promise<DeskAnswer> {
    try {
      return await work
    } catch (cause) {
      log("facilitator_failed", { error: inOneLine(cause) })
      return fault
    }
  }

  return {
    verify: (json) => safely(verify(json), VERIFY_FAULT),
    settle: (json, requestKey) => safely(settle(json, requestKey), settleFault(terms.network)),
    supported() {
      const { network, networkV1 } = terms
      const { account, gas } = settler.status()
      const signers = gas?.keys.map(({ address }) => address) ?? (account === null ? [] : [account])
      const kinds = [
        { x402Version: 2, scheme: "exact", network },
        { x402Version: 1, scheme: "exact", network: networkV1 },
      ]
      return { status: 200, body: { kinds, extensions: [], signers: { [network]: signers } } }
    },
  }
}

const VERIFY_FAULT: DeskAnswer = { status: 503, body: { isValid: false, invalidReason: "unexpected_verify_error" } }

function settleFault(network: string): DeskAnswer {
  const errorReason = "unexpected_settle_error"
  return { status: 503, body: { success: false, errorReason, transaction: "", network } }
}

function settleFailure(
  errorReason: FacilitatorReason | "settlement_pending",
  {
    payer,
    network,
    transaction,
  }: { readonly payer: string; readonly network: string; readonly transaction?: string | null },
): DeskAnswer {
  return { status: 200, body: { success: false, errorReason, transaction: transaction ?? "", network, payer } }
}

/** What the ledger knows. Whoever has claimed a payment is about to write it down, and nothing is sent before. */
function heard(payment: Payment): Settlement | null {
  return payment.state === "claimed" ? { kind: "pending", transaction: null } : knownSettlement(payment)
}
