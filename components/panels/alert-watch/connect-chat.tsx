import { useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { alertTargetText, parseAlertTarget } from "@/lib/domain/alerts/alert-target"

const SANDBOX_BOT = "/api/sandbox/telegram"
/** Any chat does in the sandbox. */
const SANDBOX_CHAT = 42
const TIMEOUT_MS = 10_000

/** Connects the chat of who follows the link. The sandbox has no Telegram, so a button writes to its bot. */
export function ConnectChat({ link, target }: { readonly link: string; readonly target: string }) {
  const { mode } = useAppConfig()
  const [message, setMessage] = useState("")
  if (mode !== "sandbox") {
    return (
      <p>
        <a className="button primary" href={link} target="_blank" rel="noreferrer">
          Open Telegram and press Start
        </a>
      </p>
    )
  }
  const press = async () => {
    const parsed = parseAlertTarget(target)
    if (parsed?.kind !== "telegram") return
    const text = alertTargetText(parsed).replace("telegram:", "/start ")
    const body = JSON.stringify({ chat_id: SANDBOX_CHAT, text })
    const sent = await fetch(SANDBOX_BOT, { method: "POST", body, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => null,
    )
    setMessage(sent?.ok ? "Sent. The chat is connected within ten seconds." : "Not sent. Press again.")
  }
  return (
    <p>
      <button className="button" type="button" onClick={() => void press()}>
        Press Start in the sandbox’s Telegram
      </button>{" "}
      <output className="hint">{message}</output>
    </p>
  )
}
