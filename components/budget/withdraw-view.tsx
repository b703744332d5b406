"use client"

import { useId, useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { CopyButton } from "@/components/ui/copy-button"
import { useStore } from "@/lib/client/browser/use-store"
import { useTimes } from "@/lib/client/browser/use-times"
import { sameAddress } from "@/lib/client/format/address"
import { dollars } from "@/lib/client/format/money"
import type { SessionClient } from "./session-client"
import type { ChannelConfig } from "@/lib/client/purchase/wire"
import type { ChannelOnChain } from "@/lib/client/sessions/withdrawal"
import { isDecline, reasonOf } from "@/lib/client/wallet/wallet-error"
import { walletActions, walletStore } from "@/lib/client/wallet/wallet-store"

type WithdrawViewProps = {
  readonly client: SessionClient
  /** The channel of this browser's session; `null` without one, as on another device. */
  readonly known: ChannelConfig | null
  /** A withdrawal was started here. */
  readonly isStarted: boolean
}

/** The way out without the service and without the session's key: two transactions of the wallet, with a delay between. */
export function WithdrawView({ client, known, isStarted }: WithdrawViewProps) {
  const id = useId()
  const { chainId, rpcUrl, networkName } = useAppConfig()
  const times = useTimes()
  const actions = useStore(walletActions)
  const { wallet } = useStore(walletStore)
  const [kept, setKept] = useState("")
  const [channel, setChannel] = useState<ChannelOnChain | null>(null)
  const [message, setMessage] = useState("")
  const [isInProgress, setInProgress] = useState(false)

  const run = async (task: () => Promise<string>) => {
    if (isInProgress) return
    setInProgress(true)
    setMessage("")
    setMessage(await task().catch(failureText))
    setInProgress(false)
  }
  const check = () =>
    run(async () => {
      const { parseKeptChannel, readChannel } = await import("@/lib/client/sessions/withdrawal")
      const config = known ?? parseKeptChannel(kept)
      if (config === null) return "This is not the text of a session."
      if (!wallet || !sameAddress(config.payer, wallet.address)) return `Connect the wallet ${config.payer} first.`
      setChannel(await readChannel(config, { chainId, rpcUrl: new URL(rpcUrl, window.location.origin).href }))
      return ""
    })
  const withdraw = (from: ChannelOnChain) =>
    run(async () => {
      const { withdrawalCall } = await import("@/lib/client/sessions/withdrawal")
      if (!actions) return "The wallet is still loading. Try again in a moment."
      const transaction = await actions.sendTransaction(withdrawalCall(from))
      setChannel(null)
      if (from.withdrawal !== null) return `Sent: ${transaction}. The money arrives with its block.`
      client.sessions.change(from.id, (session) => ({ ...session, withdrawal: { transaction, atMs: Date.now() } }))
      return `Started: ${transaction}. Come back when the delay has passed.`
    })
  return (
    <details className="details" open={isStarted}>
      <summary>{isStarted ? "Withdrawal under way" : "Withdraw without this service"}</summary>
      <p className="hint">
        Your wallet can always take back what was not spent: it starts a withdrawal, and finishes it after the session's
        delay. Both cost gas on {networkName}.
      </p>
      {known ? (
        <p>
          <CopyButton
            label="Copy this session to keep"
            text={JSON.stringify(known)}
            instead="keep this browser's data"
          />{" "}
          <span className="hint">With it, any device with your wallet can withdraw. It holds no key.</span>
        </p>
      ) : (
        <>
          <label className="label" htmlFor={id}>
            Session that you kept
          </label>
          <textarea className="field" id={id} rows={3} value={kept} onChange={(event) => setKept(event.target.value)} />
        </>
      )}
      {channel ? <ChannelFacts channel={channel} /> : null}
      <div className="dialog-actions">
        <button className="button" type="button" aria-disabled={isInProgress} onClick={() => void check()}>
          Check on chain
        </button>
        {channel && canSend(channel) ? (
          <button className="button" type="button" aria-disabled={isInProgress} onClick={() => void withdraw(channel)}>
            {channel.withdrawal === null ? `Start withdrawal of ${dollars(channel.unclaimed)}` : "Finish withdrawal"}
          </button>
        ) : null}
      </div>
      <output className="break">
        {channel?.withdrawal && !canSend(channel)
          ? `Started. It can be finished from ${times.text(channel.withdrawal.payableAtMs)}.`
          : message}
      </output>
    </details>
  )
}

function failureText(error: unknown): string {
  return isDecline(error) ? "You declined. Nothing was sent." : reasonOf(error).text
}

function canSend({ unclaimed, withdrawal }: ChannelOnChain): boolean {
  return withdrawal === null ? unclaimed > 0n : withdrawal.payableAtMs <= Date.now()
}

function ChannelFacts({ channel }: { readonly channel: ChannelOnChain }) {
  return (
    <dl className="facts">
      <dt>On chain</dt>
      <dd>{dollars(channel.unclaimed)}, less what you spent and the service has not claimed yet</dd>
      <dt>Channel</dt>
      <dd className="mono break">{channel.id}</dd>
    </dl>
  )
}
