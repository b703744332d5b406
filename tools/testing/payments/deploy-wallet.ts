import { type Hex, parseAbi } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { lowerHex } from "@/lib/domain/lower-hex"
import hostileWallet from "@/tools/sandbox/chain/artifacts/HostileWallet.json"
import testSmartWallet from "@/tools/sandbox/chain/artifacts/TestSmartWallet.json"
import type { SandboxClient } from "@/lib/sandbox/chain/sandbox-client"

/** A contract wallet that accepts its owner's signature (ERC-1271). Returns its address in lower case. */
export async function deployWallet(client: SandboxClient, account: PrivateKeyAccount, owner: Hex): Promise<Hex> {
  const abi = parseAbi(["constructor(address owner)"])
  const hash = await client.deployContract({ account, abi, bytecode: testSmartWallet.bytecode as Hex, args: [owner] })
  return addressIn(client, hash)
}

/** Accepts any signature until somebody arms it, and burns all gas then. */
export const ARMED_BURNER = 4
/** Accepts any signature in a simulation, and burns all gas in a transaction. */
const BURNER = 3

/** A wallet that burns gas. */
export async function deployBurner(client: SandboxClient, account: PrivateKeyAccount, manner = BURNER): Promise<Hex> {
  const abi = parseAbi(["constructor(uint8 manner)"])
  const hash = await client.deployContract({ account, abi, bytecode: hostileWallet.bytecode as Hex, args: [manner] })
  return addressIn(client, hash)
}

async function addressIn(client: SandboxClient, hash: Hex): Promise<Hex> {
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error("The wallet was not deployed.")
  return lowerHex(contractAddress)
}
