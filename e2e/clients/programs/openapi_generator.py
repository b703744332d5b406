import os

from signal402_generated import ApiClient, Configuration, SignalsApi

with ApiClient(Configuration(host=os.environ["ORIGIN"])) as client:
    answer = SignalsApi(client).signal("BTC", payment_signature=os.environ["PAYMENT"])
votes: int = answer.votes.total
print(f"bought {answer.coin} {answer.signal.direction} {votes}")
