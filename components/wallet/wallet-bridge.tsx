"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import {
  type Config,
  type Connector,
  useConfig,
  useConnection,
  useConnectors,
  useDisconnect,
  useReadContract,
  useSwitchChain,
} from "wagmi"
import { connect, disconnect as leaveConnector } from "wagmi/actions"
import { useAppConfig, useEngine } from "@/components/shell/app-context"
import { useStore } from "@/lib/client/browser/use-store"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { createConnecting } from "@/lib/client/wallet/connecting"
import { kindOf } from "@/lib/client/wallet/connectors"
import { requestDrip } from "@/lib/client/wallet/faucet"
import { forgetConnectors } from "@/lib/client/wallet/forget"
import { balanceAbi } from "@/lib/client/wallet/usdc-abi"
import { useProvider } from "./use-provider"
import {
  asleep,
  type ConnectedWallet,
  rememberConnection,
  type WalletOption,
  walletActions,
  walletDialog,
  walletStore,
} from "@/lib/client/wallet/wallet-store"

const BALANCE_REFRESH_MS = 30_000

/** Writes what wagmi knows into the wallet store, and lends wagmi's abilities to the rest of the page. */
export function WalletBridge() {
  const config = useAppConfig()
  const engine = useEngine()
  const connection = useConnection()
  const connectors = useConnectors()
  const wagmi = useConfig()
  const [connecting] = useState(() => connectingOn(wagmi))
  const { mutate: disconnect } = useDisconnect()
  const { mutate: switchChain } = useSwitchChain()
  const { address } = connection
  const connected = connection.status === "connected" && address !== undefined
  const connector = connected ? connection.connector : undefined
  const provider = useProvider(connector)
  const [problem, setProblem] = useState<string | null>(null)
  const [funding, setFunding] = useState(false)
  const [pairing, forgetPairing] = usePairing(connectors)
  usePreloadedAccounts(connectors)

  const queries = useQueryClient()
  const { data: balance, refetch } = useReadContract({
    address: config.usdc.address,
    abi: balanceAbi,
    functionName: "balanceOf",
    args: address ? [address] : undefined,
    chainId: config.chainId,
    query: { enabled: connected, refetchInterval: BALANCE_REFRESH_MS },
  })

  // A first read that is still under way would be joined, and it began before the money moved.
  const readBalanceAnew = async () => {
    await queries.cancelQueries({ queryKey: ["readContract"] })
    await refetch()
  }

  const wallet: ConnectedWallet | null =
    connected && connector
      ? {
          address,
          name: connector.name,
          kind: kindOf(connector),
          chainOk: connection.chainId === config.chainId,
          balance: balance ?? null,
        }
      : null

  const phase = phaseOf(connection.status)
  useEffect(() => {
    const options = connectors.map(toOption)
    walletStore.set({ phase, options, wallet, problem, funding, pairing: wallet === null ? pairing : null })
  })

  const fund = async (account: string | undefined) => {
    if (!account) return
    setFunding(true)
    setProblem(null)
    try {
      await requestDrip(account)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    await readBalanceAnew()
    setFunding(false)
  }

  const choose = async (chosen: Connector) => {
    const demo = kindOf(chosen) === "demo"
    setProblem(null)
    setFunding(demo)
    forgetPairing()
    const answer = await connecting.begin(chosen)
    if (answer?.kind === "connected") {
      closeDialog()
      if (demo) void fund(answer.accounts[0])
    } else if (answer?.kind === "failed") {
      setFunding(false)
      setProblem(sentenceOf(answer.error))
    }
  }

  const stopConnecting = () => {
    connecting.stop()
    setFunding(false)
    forgetPairing()
    wagmi.setState((state) => ({ ...state, connections: new Map(), current: null, status: "disconnected" }))
  }

  const leave = () => {
    rememberConnection(false)
    if (wallet?.kind === "demo") {
      engine?.receipts.apply((all) => all.filter((receipt) => receipt.payer !== wallet.address))
      engine?.exchanges.apply((all) => all.filter((one) => one.payer !== wallet.address))
      engine?.signIns.apply((all) => all.filter((one) => one.address !== wallet.address))
      engine?.attempts.apply((all) => all.filter((one) => one.payload.payload.authorization.from !== wallet.address))
    }
    disconnect({}, { onSettled: forgetConnectors })
    walletDialog.set(false)
  }

  useEffect(() => {
    walletActions.set({
      connect(optionId) {
        const chosen = connectors.find((candidate) => candidate.uid === optionId)
        if (chosen) void choose(chosen)
      },
      stopConnecting,
      disconnect: leave,
      switchNetwork: () => {
        setProblem(null)
        switchChain({ chainId: config.chainId }, { onError: (error) => setProblem(sentenceOf(error)) })
      },
      refreshBalance: () => void readBalanceAnew(),
      fund: () => void fund(address),
      sign: (data) => (provider && address ? provider.signTypedData(address, data) : Promise.reject(new NotReady())),
      signText: (text) => (provider && address ? provider.signText(address, text) : Promise.reject(new NotReady())),
    })
  })
  useEffect(() => () => leaveStores(), [])

  const receiptCount = useStore(engine?.receipts ?? noReceipts).length
  const refreshAfterPurchase = useEffectEvent(() => void readBalanceAnew())
  useEffect(() => {
    if (receiptCount > 0) refreshAfterPurchase()
  }, [receiptCount])

  return null
}

function connectingOn(wagmi: Config) {
  return createConnecting<Connector>({
    connect: async (connector) => (await connect(wagmi, { connector })).accounts,
    // A wallet that cannot be left is not connected any more all the same.
    leave: (connector) => void leaveConnector(wagmi, { connector }).catch(() => undefined),
  })
}

/** The link that WalletConnect shows as a code while it waits for a wallet, and how it is forgotten. */
function usePairing(connectors: readonly Connector[]): readonly [string | null, () => void] {
  const [uri, setUri] = useState<string | null>(null)
  useEffect(() => {
    const hear = ({ type, data }: { readonly type: string; readonly data?: unknown }) => {
      if (type === "display_uri" && typeof data === "string") setUri(data)
    }
    const remote = connectors.filter((connector) => kindOf(connector) === "remote")
    for (const { emitter } of remote) emitter.on("message", hear)
    return () => {
      for (const { emitter } of remote) emitter.off("message", hear)
    }
  }, [connectors])
  return [uri, () => setUri(null)]
}

/**
 * A click opens a window only while it is a click: what Base Account needs for it is loaded as soon as the dialog shows it.
 */
function usePreloadedAccounts(connectors: readonly Connector[]): void {
  const open = useStore(walletDialog)
  useEffect(() => {
    if (!open) return
    for (const connector of connectors) {
      // A package that does not load is told of when its wallet is chosen.
      if (kindOf(connector) === "account") connector.getProvider().catch(() => undefined)
    }
  }, [open, connectors])
}

function closeDialog(): void {
  rememberConnection(true)
  walletDialog.set(false)
}

const none: readonly Receipt[] = []
const noReceipts = { get: () => none, subscribe: () => () => undefined }

function leaveStores(): void {
  walletActions.set(null)
  walletStore.set(asleep)
}

function toOption(connector: Connector): WalletOption {
  return { id: connector.uid, name: connector.name, icon: connector.icon ?? null, kind: kindOf(connector) }
}

function phaseOf(status: ReturnType<typeof useConnection>["status"]) {
  if (status === "connected" || status === "disconnected") return status
  return "connecting" as const
}

/** Libraries put a paragraph into the message; people need its first line. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? error.name) : "The wallet did not answer."
}

class NotReady extends Error {
  constructor() {
    super("The wallet is still waking up. Try again in a moment.")
  }
}
