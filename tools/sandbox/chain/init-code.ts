import { type Address, type Hex, encodeAbiParameters } from "viem"
import { z } from "zod"
import multicall3 from "./artifacts/Multicall3.json"
import sandboxBatchSettlement from "./artifacts/SandboxBatchSettlement.json"
import sandboxDepositCollector from "./artifacts/SandboxDepositCollector.json"
import sandboxUsdc from "./artifacts/SandboxUsdc.json"
import uniswapMulticall from "./artifacts/UniswapInterfaceMulticall.json"

const Bytecode = z.templateLiteral(["0x", z.string().regex(/^(?:[0-9a-f]{2})+$/)])

/** The code that creates the token for this minter. */
export function sandboxUsdcInitCode(minterAddress: Address): Hex {
  const argument = encodeAbiParameters([{ type: "address" }], [minterAddress])
  return `${Bytecode.parse(sandboxUsdc.bytecode)}${argument.slice(2)}`
}

/** The code that creates the sandbox's own Multicall3, built from `contracts/Multicall3.sol`. */
export function multicall3InitCode(): Hex {
  return Bytecode.parse(multicall3.bytecode)
}

/** The code that creates the sandbox's own multicall with gas limits, built from `contracts/UniswapInterfaceMulticall.sol`. */
export function uniswapMulticallInitCode(): Hex {
  return Bytecode.parse(uniswapMulticall.bytecode)
}

/** The code that creates the sandbox's own contract for x402 channels, built from `contracts/SandboxBatchSettlement.sol`. */
export function sandboxBatchSettlementInitCode(): Hex {
  return Bytecode.parse(sandboxBatchSettlement.bytecode)
}

/** The code that creates its collector of EIP-3009 deposits, built from `contracts/SandboxDepositCollector.sol`. */
export function sandboxDepositCollectorInitCode(): Hex {
  return Bytecode.parse(sandboxDepositCollector.bytecode)
}
