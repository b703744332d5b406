// Buys one answer with a wallet's key in KEY (and the sandbox's token in ASSET): go mod init buy, go get github.com/ethereum/go-ethereum@v1.16.7, go run .
package main

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

const (
	network   = "eip155:8453"                                // Base
	usdc      = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" // on Base; ASSET names the sandbox's token
	maxAmount = 100_000                                      // atomic units of this token: $0.10 for one payment
)

type object = map[string]any

type offer struct {
	Scheme, Network, Amount, Asset, PayTo string
	Extra                                 struct{ Name, Version string }
}

func main() {
	url := "http://localhost:3402/api/signal/BTC"
	header := must(http.Get(url)).Header.Get("PAYMENT-REQUIRED")
	var terms struct{ Accepts []offer }
	var echo struct{ Accepts []object }
	text := must(base64.StdEncoding.DecodeString(header))
	must(0, json.Unmarshal(text, &terms))
	must(0, json.Unmarshal(text, &echo))
	asset := cmp.Or(os.Getenv("ASSET"), usdc)
	index := slices.IndexFunc(terms.Accepts, func(one offer) bool {
		return one.Scheme == "exact" && one.Network == network && strings.EqualFold(one.Asset, asset)
	})
	if index < 0 {
		panic("Nothing is offered in this token on this network.")
	}
	exact := terms.Accepts[index]
	if must(strconv.Atoi(exact.Amount)) > maxAmount {
		panic("The price is above the limit.")
	}

	key := must(crypto.ToECDSA(must(hexutil.Decode(os.Getenv("KEY")))))
	nonce := make([]byte, 32)
	must(rand.Read(nonce))
	authorization := object{
		"from": crypto.PubkeyToAddress(key.PublicKey).Hex(), "to": exact.PayTo, "value": exact.Amount,
		"validAfter": "0", "validBefore": fmt.Sprint(time.Now().Unix() + 300), "nonce": hexutil.Encode(nonce),
	}
	var chainId int64
	must(fmt.Sscanf(network, "eip155:%d", &chainId))
	digest, _, err := apitypes.TypedDataAndHash(apitypes.TypedData{
		Types: apitypes.Types{
			"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"},
				{Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"}},
			"TransferWithAuthorization": {{Name: "from", Type: "address"}, {Name: "to", Type: "address"},
				{Name: "value", Type: "uint256"}, {Name: "validAfter", Type: "uint256"},
				{Name: "validBefore", Type: "uint256"}, {Name: "nonce", Type: "bytes32"}},
		},
		PrimaryType: "TransferWithAuthorization",
		Domain: apitypes.TypedDataDomain{Name: exact.Extra.Name, Version: exact.Extra.Version,
			ChainId: math.NewHexOrDecimal256(chainId), VerifyingContract: exact.Asset},
		Message: authorization,
	})
	signature := must(crypto.Sign(must(digest, err), key))
	signature[64] += 27

	payment := must(json.Marshal(object{"x402Version": 2, "accepted": echo.Accepts[index],
		"payload": object{"signature": hexutil.Encode(signature), "authorization": authorization}}))
	request := must(http.NewRequest("GET", url, nil))
	request.Header.Set("PAYMENT-SIGNATURE", base64.StdEncoding.EncodeToString(payment))
	answer := must(http.DefaultClient.Do(request))
	fmt.Println(answer.Status, string(must(io.ReadAll(answer.Body))))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
