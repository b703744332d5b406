import pg from "pg"
import { timerSleep } from "@/lib/outbound/ports"
import type { Deployment } from "./deployment"
import type { NodeFault } from "./rpc-proxy"

/** Something that breaks while payers buy. `run` ends when it is whole again. */
export type Break = { readonly what: string; readonly run: () => Promise<string> }

/** One gwei: ten times what is paid for gas at most. */
const HIGH_FEE_WEI = 1_000_000_000n
const FAILOVER_MS = 5_000

/** Breaks of everything around the processes. Each lasts `ms`. */
export function breaksOf(deployment: Deployment, ms: number): readonly Break[] {
  const { nodes, database, providers, client, settler } = deployment
  const lasting = async (begin: () => unknown, end: () => unknown, forMs = ms) => {
    await begin()
    await timerSleep(forMs)
    await end()
    return `${forMs / 1_000} s`
  }
  const setNodes = (fault: NodeFault | null) => () => nodes.forEach((node) => node.set(fault))
  const nodeBreak = (what: string, fault: NodeFault, forMs = ms): Break => {
    return { what, run: () => lasting(setNodes(fault), setNodes(null), forMs) }
  }
  const [first] = nodes
  const { failOver } = deployment
  return [
    nodeBreak("all nodes down", "down"),
    nodeBreak("all nodes hang", "hung"),
    nodeBreak("all nodes stay at one block", "lagging"),
    nodeBreak("all nodes refuse transactions", "refusing"),
    {
      what: "one of two nodes is down",
      run: () =>
        lasting(
          () => first.set("down"),
          () => first.set(null),
        ),
    },
    {
      what: "one of two nodes lies about receipts",
      run: () =>
        lasting(
          () => first.set("lying"),
          () => first.set(null),
        ),
    },
    {
      what: "database away",
      run: () =>
        lasting(
          () => database.cut(),
          () => database.restore(),
        ),
    },
    { what: "disk of the database full", run: () => lasting(fillDisk(deployment), emptyDisk(deployment)) },
    {
      what: "settler without ether",
      async run() {
        const ether = await client.getBalance({ address: settler })
        return lasting(
          () => client.setBalance({ address: settler, value: 0n }),
          () => client.setBalance({ address: settler, value: ether }),
          2 * ms,
        )
      },
    },
    {
      what: "gas above the ceiling",
      run: () =>
        lasting(
          async () => {
            await client.setNextBlockBaseFeePerGas({ baseFeePerGas: HIGH_FEE_WEI })
          },
          async () => {
            await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 5_000_000n })
          },
          2 * ms,
        ),
    },
    {
      what: "no network: nodes, database and providers away",
      run: () =>
        lasting(
          () => {
            setNodes("down")()
            database.cut()
            providers.cut()
          },
          () => {
            setNodes(null)()
            database.restore()
            providers.restore()
          },
        ),
    },
    ...(failOver === undefined
      ? []
      : [
          {
            what: "failover to the standby, old connections stay open",
            async run() {
              await failOver()
              await timerSleep(FAILOVER_MS)
              return "promoted"
            },
          },
        ]),
  ]
}

/** Every write of the ledger fails as on a full disk. */
function fillDisk({ databaseUrl }: Deployment) {
  return () =>
    inLiveSchema(
      databaseUrl,
      `create or replace function disk_is_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
       create trigger full_payments before insert or update on payments for each row execute function disk_is_full();
       create trigger full_leases before insert or update on leases for each row execute function disk_is_full();`,
    )
}

function emptyDisk({ databaseUrl }: Deployment) {
  return () => inLiveSchema(databaseUrl, "drop trigger full_payments on payments; drop trigger full_leases on leases")
}

async function inLiveSchema(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set search_path to signal402_live; ${statements}`)
  } finally {
    await client.end()
  }
}
