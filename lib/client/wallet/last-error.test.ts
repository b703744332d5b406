import { expect, test } from "vitest"
import { createConfig, http } from "wagmi"
import { connect, disconnect } from "wagmi/actions"
import { base, mainnet } from "wagmi/chains"
import { mock } from "wagmi/connectors/mock"
import { PAYER } from "@/tools/testing/client/fixtures"
import { createLastError } from "./last-error"

const OTHER = `0x${"22".repeat(20)}` as const

function wallet(fails = false) {
  const wagmi = createConfig({
    chains: [base, mainnet],
    connectors: [mock({ accounts: [PAYER], features: { connectError: fails } })],
    transports: { [base.id]: http(), [mainnet.id]: http() },
    storage: null,
  })
  const [connector] = wagmi.connectors
  if (!connector) throw new Error("There is one.")
  return { wagmi, connector, problem: createLastError(wagmi) }
}

test("another account or network, or a disconnect, clears the error", async () => {
  const { wagmi, connector, problem } = wallet()
  await connect(wagmi, { connector })
  const reportProblem = () => problem.set({ text: "The faucet is dry.", details: null })
  reportProblem()
  connector.emitter.emit("change", { accounts: [OTHER] })
  expect(problem.get()).toBeNull()
  reportProblem()
  connector.emitter.emit("change", { chainId: mainnet.id })
  expect(problem.get()).toBeNull()
  reportProblem()
  await disconnect(wagmi)
  expect(problem.get()).toBeNull()
})

test("the error of a failed connection stays visible", async () => {
  const { wagmi, connector, problem } = wallet(true)
  await connect(wagmi, { connector }).catch(() => problem.set({ text: "The wallet is locked.", details: null }))
  expect(wagmi.state.status).toBe("disconnected")
  expect(problem.get()).toEqual({ text: "The wallet is locked.", details: null })
})
