import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from ._errors import BuyerError
from ._store import Store

DAY_S = 86_400
# Longer than a day, so that a clock that was ahead and is set back finds what it spent before.
KEPT_S = 7 * DAY_S
# Clocks differ, and a block shows the end of a signature a little later.
PROOF_DELAY_S = 60
T = TypeVar("T")


@dataclass(frozen=True)
class SignedAuthorization:
    """An EIP-3009 authorization, as `authorizationState(payer, nonce)` of the token knows it. `valid_before`: Unix seconds."""

    payer: str
    nonce: str
    valid_before: int


@dataclass(frozen=True)
class Spend:
    id: str
    at: float
    amount: int
    # The service has refused it. Then a proof that it is unused ends its day early.
    refused: SignedAuthorization | None = None


@dataclass(frozen=True)
class OpenPayment:
    """A signed payment without an answer. `senders`: calls that have begun to send it; each is written before it sends."""

    id: str
    resource: str
    header: str
    senders: int = 1


@dataclass
class State:
    payments: list[Spend] = field(default_factory=list)
    deposits: list[Spend] = field(default_factory=list)
    open: list[OpenPayment] = field(default_factory=list)


class Budget:
    """Budget and open payments in a store. Each change is one atomic update, so buyers that share it share the budget."""

    def __init__(
        self, store: Store, max_per_day: int, max_deposits: int, is_unused: Callable[[SignedAuthorization], bool] | None
    ) -> None:
        self._store, self._max_per_day, self._max_deposits = store, max_per_day, max_deposits
        self._is_unused = is_unused

    def spent(self) -> int:
        return spent_of(self._read().payments)

    def check(self, amount: int) -> None:
        payments = self._read().payments
        if spent_of(payments) + amount > self._max_per_day:
            self._forget_unused(payments)
        require_room(self._read().payments, amount, self._max_per_day, "max_per_day")

    def open(self, payment: OpenPayment, amount: int, deposit: int) -> OpenPayment:
        """Writes a payment before it is sent, or raises `day_limit_reached` and writes nothing.

        If another buyer has opened one of the same resource meanwhile, that one is returned, announced to be sent.
        """

        def edit(state: State) -> OpenPayment:
            other = announce(state, payment.resource)
            if other is not None:
                return other
            require_room(state.payments, amount, self._max_per_day, "max_per_day")
            state.payments = [*kept(state.payments), Spend(payment.id, time.time(), amount)]
            if deposit > 0:
                require_room(state.deposits, deposit, self._max_deposits, "session.max_per_day")
                state.deposits = [*kept(state.deposits), Spend(payment.id, time.time(), deposit)]
            state.open.append(payment)
            return payment

        return self._change(edit)

    def resume(self, resource: str) -> OpenPayment | None:
        """The open payment of a resource, announced to be sent again."""
        return self._change(lambda state: announce(state, resource))

    def first_open(self) -> OpenPayment | None:
        return next(iter(self._read().open), None)

    def close(self, payment_id: str) -> None:
        """The payment was charged, or may have been: its amount counts for a day."""

        def edit(state: State) -> None:
            state.open = [payment for payment in state.open if payment.id != payment_id]

        self._change(edit)

    def release(self, payment_id: str, refused: SignedAuthorization | None) -> bool:
        """The service has refused a payment that no other call has sent.

        That is only its word, so the amount counts for a day, as does a deposit. None: a voucher, whose amount counts no longer,
        because the next one replaces it.
        """

        def edit(state: State) -> bool:
            if not any(payment.id == payment_id and payment.senders == 1 for payment in state.open):
                return False
            state.open = [payment for payment in state.open if payment.id != payment_id]
            if refused is None:
                state.payments = without(state.payments, payment_id)
            else:
                state.payments = [
                    replace(spend, refused=refused) if spend.id == payment_id else spend for spend in state.payments
                ]
            return True

        return self._change(edit)

    def _forget_unused(self, payments: list[Spend]) -> None:
        for spend in recent(payments):
            refused = spend.refused
            if self._is_unused is None or refused is None or refused.valid_before + PROOF_DELAY_S > time.time():
                continue
            try:
                is_proven = self._is_unused(refused) is True
            except Exception:  # A node that fails proves nothing.
                is_proven = False
            if is_proven:
                self._change(partial(forget, payment_id=spend.id))

    def _change(self, edit: Callable[[State], T]) -> T:
        results: list[T] = []

        def change(text: str | None) -> str:
            state = parse_state(text)
            results[:] = [edit(state)]
            return json.dumps(asdict(state))

        try:
            self._store.update(change)
        except BuyerError:
            raise
        except Exception as error:
            raise BuyerError("store_failed", f"store: {error}") from error
        return results[0]

    def _read(self) -> State:
        try:
            text = self._store.read()
        except Exception as error:
            raise BuyerError("store_failed", f"store: {error}") from error
        return parse_state(text)


def announce(state: State, resource: str) -> OpenPayment | None:
    """The open payment of a resource, with one sender more."""
    for index, payment in enumerate(state.open):
        if payment.resource == resource:
            state.open[index] = replace(payment, senders=payment.senders + 1)
            return state.open[index]
    return None


def kept(spends: list[Spend]) -> list[Spend]:
    return [spend for spend in spends if spend.at > time.time() - KEPT_S]


def recent(spends: list[Spend]) -> list[Spend]:
    return [spend for spend in spends if spend.at > time.time() - DAY_S]


def without(spends: list[Spend], payment_id: str) -> list[Spend]:
    return [spend for spend in spends if spend.id != payment_id]


def forget(state: State, payment_id: str) -> None:
    state.payments = without(state.payments, payment_id)


def spent_of(spends: list[Spend]) -> int:
    return sum(spend.amount for spend in recent(spends))


def require_room(spends: list[Spend], amount: int, limit: int, name: str) -> None:
    spent = spent_of(spends)
    if spent + amount > limit:
        raise BuyerError("day_limit_reached", f"{name}: {spent} + {amount} in 24 hours is above {limit}.")


def parse_state(text: str | None) -> State:
    """A text that cannot be read is an error, because the budget of the day is then unknown."""
    if text is None:
        return State()
    try:
        state = json.loads(text)
        spends = {kind: [parse_spend(entry) for entry in state[kind]] for kind in ("payments", "deposits")}
        return State(**spends, open=[OpenPayment(**entry) for entry in state["open"]])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BuyerError("store_failed", f"store: the stored state cannot be read: {error!r}.") from error


def parse_spend(entry: Any) -> Spend:
    refused = entry.get("refused")
    authorization = None if refused is None else SignedAuthorization(**refused)
    spend = Spend(entry["id"], entry["at"], entry["amount"], authorization)
    if type(spend.amount) is not int or spend.amount < 0:
        raise ValueError(f"amount: {spend.amount!r}")
    return spend
