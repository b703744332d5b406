"""Checks the receipts of e2e/clients/receipt-vectors.json with clients/python."""

import json
import sys
from pathlib import Path

from signal402_client import verify_receipt

vectors = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
for vector in vectors:
    try:
        result = verify_receipt(vector["receipt"], vector["body"].encode())
    except ValueError as error:
        result = str(error).split(":")[0]
    expected = vector.get("issuer") or vector["wrong"]
    if result.lower() != expected.lower():
        raise SystemExit(f"{vector['name']}: {result} instead of {expected}")
print(f"{len(vectors)} receipts checked")
