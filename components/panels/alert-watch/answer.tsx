import { useAppConfig } from "@/components/app/app-context"
import { CopyButton } from "@/components/ui/copy-button"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { conditionLabel } from "@/lib/client/alerts/condition-draft"
import { targetLabel } from "@/lib/client/alerts/target"
import { useTimes } from "@/lib/client/browser/use-times"
import { parseAlertTarget } from "@/lib/domain/alerts/alert-target"
import { ConnectChat } from "./connect-chat"

const SANDBOX_MESSAGES = "/api/sandbox/alerts"

/** A watch as it was bought, with the key that its receiver needs. */
export function Answer({ body }: { readonly body: unknown }) {
  const times = useTimes()
  const { mode } = useAppConfig()
  const parsed = alertWatchContract.response.safeParse(body)
  if (!parsed.success) return null
  const { conditions, target, until, secret, connect } = parsed.data
  const channel = parseAlertTarget(target)?.kind
  return (
    <>
      <dl className="facts">
        <dt>Conditions</dt>
        <dd>{conditions.map(conditionLabel).join(", ")}</dd>
        <dt>Sent to</dt>
        <dd>{targetLabel(target)}</dd>
        <dt>Until</dt>
        <dd>{times.text(until)}</dd>
      </dl>
      {channel === "webhook" ? (
        <>
          <p className="hint">
            X-Signal402-Signature is t=…,v1=…: HMAC-SHA256 of “t.id.body” with this key. The key is in your receipt.
          </p>
          <CopyButton label="Copy the signing key" text={secret} instead="copy it from the receipt" />
        </>
      ) : null}
      {connect === null ? null : <ConnectChat link={connect} target={target} />}
      {channel === "telegram" && mode === "sandbox" ? (
        <p className="hint">
          The sandbox sends nothing to Telegram. <a href={SANDBOX_MESSAGES}>See what it would send</a>
        </p>
      ) : null}
    </>
  )
}
