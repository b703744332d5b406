import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from filelock import FileLock


class Store(Protocol):
    """Where a buyer keeps its state, as one text. Several buyers may share a store.

    `update` replaces the text by what `change` makes of it, while nobody else can, and returns when it is durable.
    """

    def read(self) -> str | None: ...

    def update(self, change: Callable[[str | None], str]) -> None: ...


class MemoryStore:
    """Lasts as long as the program. Buyers that share it share a budget.

    store = MemoryStore()
    buyers = [Buyer(origin, account, **limits, store=store) for account in accounts]
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._text: str | None = None

    def read(self) -> str | None:
        return self._text

    def update(self, change: Callable[[str | None], str]) -> None:
        with self._lock:
            self._text = change(self._text)


class FileStore:
    """A file on a local disk, for one program or for several at the same time. The lock of a program ends with it.

    buyer = Buyer(origin, account, **limits, store=FileStore("buyer.json"))
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path).absolute()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(f"{self._path}.lock", timeout=60)

    def read(self) -> str | None:
        try:
            return self._path.read_text("utf-8")
        except FileNotFoundError:
            return None

    def update(self, change: Callable[[str | None], str]) -> None:
        with self._lock:
            text = change(self.read())
            partial = self._path.with_name(f"{self._path.name}.partial")
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(partial, self._path)
            finally:
                partial.unlink(missing_ok=True)
