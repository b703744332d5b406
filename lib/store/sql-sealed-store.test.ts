import { sealedStoreSuite } from "@/lib/testing/sealed-store-suite"
import { openEmbeddedStore } from "./open-store"
import { createSqlSealedStore, createSqlSettlementStore } from "./sql-sealed-store"

sealedStoreSuite("sealed records in the embedded database", async () => {
  const store = await openEmbeddedStore(":memory:")
  return { sealed: createSqlSealedStore(store), settlements: createSqlSettlementStore(store) }
})
