package main

import (
	"context"
	"fmt"
	"os"

	"interop/api"
)

func main() {
	client, err := api.NewClientWithResponses(os.Getenv("ORIGIN"))
	if err != nil {
		panic(err)
	}
	payment := os.Getenv("PAYMENT")
	answer, err := client.SignalWithResponse(context.Background(), "BTC", &api.SignalParams{PAYMENTSIGNATURE: &payment})
	if err != nil {
		panic(err)
	}
	if answer.JSON200 == nil {
		panic(string(answer.Body))
	}
	var votes int = answer.JSON200.Votes.Total
	fmt.Printf("bought %v %v %d\n", answer.JSON200.Coin, answer.JSON200.Signal.Direction, votes)
}
