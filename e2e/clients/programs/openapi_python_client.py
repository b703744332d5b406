import os

from signal_402_client import Client
from signal_402_client.api.signals import signal
from signal_402_client.models.signal_answer import SignalAnswer
from signal_402_client.models.signal_coin import SignalCoin

client = Client(base_url=os.environ["ORIGIN"])
answer = signal.sync(coin=SignalCoin.BTC, client=client, payment_signature=os.environ["PAYMENT"])
assert isinstance(answer, SignalAnswer), answer
votes: int = answer.votes.total
print(f"bought {answer.coin} {answer.signal.direction} {votes}")
