"use client"

import { useEffect, useMemo, useState } from "react"
import {
  type Config,
  type Connector,
  useConfig,
  useConnection,
  useConnectors,
  useDisconnect,
  useSwitchChain,
} from "wagmi"
import { connect, disconnect as leaveConnector, getBytecode } from "wagmi/actions"
import { useAppConfig, usePurchaseClient } from "@/components/app/app-context"
import { useStore } from "@/lib/client/browser/use-store"
import { createConnecting } from "@/lib/client/wallet/connecting"
import { kindOf } from "@/lib/client/wallet/connectors"
import { requestDrip } from "@/lib/client/wallet/faucet"
import { clearConnectorData } from "@/lib/client/wallet/clear-connector-data"
import { createLastError } from "@/lib/client/wallet/last-error"
import { checkPaymentSigner, checkTextSigner } from "@/lib/client/wallet/check-signer"
import { isDecline, rawReasonOf, reasonOf, type WalletReason, WalletTrouble } from "@/lib/client/wallet/wallet-error"
import {
  notLoaded,
  type ConnectedWallet,
  onDisconnectedElsewhere,
  rememberConnection,
  type WalletOption,
  walletDialog,
  walletStore,
  wasConnected,
} from "@/lib/client/wallet/wallet-store"
import { useProvideWalletActions } from "./use-provide-wallet-actions"
import { usePairing } from "./use-pairing"
import { usePreloadedAccounts } from "./use-preloaded-accounts"
import { useLateReconnect } from "./use-late-reconnect"
import { useProvider } from "./use-provider"
import { useUsdcBalance } from "./use-usdc-balance"

/** Copies wagmi's state to the wallet store and provides wagmi's actions to the page. */
export function WalletBridge() {
  const config = useAppConfig()
  const client = usePurchaseClient()
  const connection = useConnection()
  const connectors = useConnectors()
  const wagmi = useConfig()
  const [connecting] = useState(() => connectingOn(wagmi))
  const { mutate: disconnect } = useDisconnect()
  const { mutate: switchChain, isPending: isSwitching } = useSwitchChain()
  const { address } = connection
  const connected = connection.status === "connected" && address !== undefined
  const connector = connected ? connection.connector : undefined
  const provider = useProvider(connector)
  const [lastProblem] = useState(() => createLastError(wagmi))
  const trouble = useStore(lastProblem)
  const [funding, setFunding] = useState(false)
  const [pairing, forgetPairing] = usePairing(connectors)
  usePreloadedAccounts(connectors)
  useLateReconnect(connectors)

  const { balance, refetchBalance } = useUsdcBalance({ address, connected })

  const chainOk = connection.chainId === config.chainId
  const peer = provider?.peer ?? null
  // Memoized, because every panel renders on a change.
  const wallet = useMemo<ConnectedWallet | null>(() => {
    if (!connected || !connector) return null
    const [name, appHref] = [peer?.name ?? connector.name, peer?.href ?? null]
    return { address, name, kind: kindOf(connector), appHref, chainOk, balance }
  }, [connected, address, connector, peer, chainOk, balance])
  const phase = phaseOf(connection.status)
  useEffect(() => {
    const options = withoutCopies(connectors).map(toOption)
    const [problem, problemDetails] = [trouble?.text ?? null, trouble?.details ?? null]
    const shownPairing = wallet === null ? pairing : null
    walletStore.set({ phase, options, wallet, problem, problemDetails, funding, pairing: shownPairing })
  }, [phase, connectors, wallet, trouble, funding, pairing])
  useEffect(() => () => walletStore.set(notLoaded), [])
  const account = connected ? address : undefined
  useEffect(() => {
    if (account === undefined) return undefined
    return () => client?.stopSigning("The account in your wallet changed. Press again to pay with it.")
  }, [account, client])
  useEffect(() => onDisconnectedElsewhere(() => dropDisconnected(wagmi)), [wagmi])

  const isContract = async (account: `0x${string}`) =>
    ((await getBytecode(wagmi, { address: account, chainId: config.chainId })) ?? "0x") !== "0x"

  const fund = async (account: string | undefined) => {
    if (!account) return
    setFunding(true)
    lastProblem.set(null)
    try {
      await requestDrip(account)
    } catch (error) {
      lastProblem.set({ text: rawReasonOf(error) ?? "The faucet did not answer.", details: null })
    }
    await refetchBalance()
    setFunding(false)
  }

  const choose = async (chosen: Connector) => {
    const demo = kindOf(chosen) === "demo"
    lastProblem.set(null)
    setFunding(demo)
    forgetPairing()
    const answer = await connecting.begin(chosen)
    if (answer?.kind === "connected") {
      closeDialog()
      if (demo) void fund(answer.accounts[0])
    } else if (answer?.kind === "failed") {
      setFunding(false)
      lastProblem.set(connectTrouble(answer.error))
    }
  }

  const stopConnecting = () => {
    connecting.stop()
    setFunding(false)
    forgetPairing()
    drop(wagmi)
  }

  const leave = () => {
    lastProblem.set(null)
    rememberConnection(false)
    if (wallet?.kind === "demo") client?.forgetPayer(wallet.address)
    disconnect({}, { onSettled: clearConnectorData })
    walletDialog.set(false)
  }

  useProvideWalletActions({
    connect(optionId) {
      const chosen = connectors.find((candidate) => candidate.uid === optionId)
      if (chosen) void choose(chosen)
    },
    stopConnecting,
    disconnect: leave,
    switchNetwork: () => {
      // Wallets queue a second request behind the first, and some never answer either.
      if (isSwitching) return
      lastProblem.set(OPEN_TO_SWITCH)
      switchChain(
        { chainId: config.chainId },
        { onError: (error) => lastProblem.set(switchTrouble(error)), onSuccess: () => lastProblem.set(null) },
      )
    },
    refreshBalance: refetchBalance,
    fund: () => void fund(address),
    async sign(data) {
      if (!provider || !address) throw new NotReady()
      const signature = await provider.signTypedData(data)
      await checkPaymentSigner(data, { signature, isContract })
      return signature
    },
    sendTransaction: (call) =>
      provider && address ? provider.sendTransaction({ from: address, ...call }) : Promise.reject(new NotReady()),
    async signText(text) {
      if (!provider || !address) throw new NotReady()
      const signature = await provider.signText(address, text)
      await checkTextSigner(text, { payer: address, signature, isContract })
      return signature
    },
  })

  return null
}

function connectingOn(wagmi: Config) {
  return createConnecting<Connector>({
    connect: async (connector) => (await connect(wagmi, { connector })).accounts,
    // A failed disconnect leaves the page disconnected anyway.
    leave: (connector) => void leaveConnector(wagmi, { connector }).catch(() => undefined),
  })
}

/** Disconnects this page only. The wallet is not called and nothing is deleted. */
function drop(wagmi: Config): void {
  wagmi.setState((state) => ({ ...state, connections: new Map(), current: null, status: "disconnected" }))
}

/** The tab that disconnected told the wallet and cleaned up, so only wagmi's state is reset here. */
function dropDisconnected(wagmi: Config): void {
  drop(wagmi)
  // A page that was asleep gets the event late, and another tab may be connected again by then.
  if (!wasConnected()) clearConnectorData()
}

function closeDialog(): void {
  rememberConnection(true)
  walletDialog.set(false)
}

const OPEN_TO_SWITCH: WalletReason = { text: "Confirm the switch in your wallet, or switch there.", details: null }

/** A wallet may announce itself twice (EIP-6963), under one name or one id. */
export function withoutCopies<T extends Pick<Connector, "id" | "name" | "icon">>(
  connectors: readonly T[],
): readonly T[] {
  const isCopy = (a: T, b: T) => a.id === b.id || (a.name === b.name && a.icon === b.icon)
  return connectors.filter((one, index) => connectors.findIndex((other) => isCopy(one, other)) === index)
}

function toOption(connector: Connector): WalletOption {
  return { id: connector.uid, name: connector.name, icon: connector.icon ?? null, kind: kindOf(connector) }
}

function phaseOf(status: ReturnType<typeof useConnection>["status"]) {
  if (status === "connected" || status === "disconnected") return status
  return "connecting" as const
}

function connectTrouble(error: unknown): WalletReason {
  if (isDecline(error)) return { text: "You declined in the wallet. Choose it again to connect.", details: null }
  return reasonOf(error, "The wallet did not connect. Open it, then choose it again.")
}

function switchTrouble(error: unknown): WalletReason {
  if (isDecline(error)) return { text: "You declined to switch. Press again, or switch in your wallet.", details: null }
  return reasonOf(error, "The wallet did not switch. Choose the network in your wallet.")
}

class NotReady extends WalletTrouble {
  constructor() {
    super("The wallet is still loading. Try again in a moment.")
  }
}
