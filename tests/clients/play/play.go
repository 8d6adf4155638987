// The Go client that openapi-generator makes: a match of two games, hand by hand.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"overtrick"
)

type sample struct {
	Game        string                      `json:"game"`
	Hands       []map[string]any            `json:"hands"`
	Adjustments []overtrick.AdjustmentEntry `json:"adjustments"`
	Finished    bool                        `json:"finished"`
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// typed reads a value of the client from JSON.
func typed[T any](value any) T {
	var read T
	must(0, json.Unmarshal(must(json.Marshal(value)), &read))
	return read
}

func client() *overtrick.APIClient {
	configuration := overtrick.NewConfiguration()
	configuration.Servers = overtrick.ServerConfigurations{{URL: os.Getenv("OVERTRICK_URL")}}
	return overtrick.NewAPIClient(configuration)
}

func play(text []byte) {
	var played sample
	must(0, json.Unmarshal(text, &played))
	var opening map[string]any
	must(0, json.Unmarshal(text, &opening))
	delete(opening, "adjustments")
	delete(opening, "finished")
	opening["hands"] = []any{}

	api := client()
	opened, _, err := api.MatchesAPI.CreateMatch(context.Background()).MatchDocument(typed[overtrick.MatchDocument](opening)).Execute()
	must(0, err)
	director := context.WithValue(context.Background(), overtrick.ContextAccessToken, opened.Keys.Direct)
	version := opened.Version
	change := func(body map[string]any) {
		request := api.MatchesAPI.ChangeMatch(director, opened.Id).IfMatch(fmt.Sprintf("%q", fmt.Sprint(version)))
		changed, _, err := request.Change(typed[overtrick.Change](body)).Execute()
		must(0, err)
		version = changed.Version
	}
	for index, hand := range played.Hands {
		hand["game"] = played.Game
		change(map[string]any{"action": "record", "hand": hand})
		for _, adjustment := range played.Adjustments {
			if int(adjustment.AfterHand) == index+1 {
				change(map[string]any{"action": "adjust", "adjustment": adjustment})
			}
		}
	}
	if played.Finished {
		change(map[string]any{"action": "finish"})
	}
	pad, _, err := api.PaperAPI.GetPad(context.Background(), overtrick.GameId(played.Game)).Execute()
	must(0, err)
	sheet, _, err := api.MatchesAPI.GetSheet(director, opened.Id).Execute()
	must(0, err)
	for _, printed := range []*os.File{pad, sheet} {
		start := make([]byte, 5)
		must(printed.ReadAt(start, 0))
		if string(start) != "%PDF-" {
			log.Fatalf("%s: a PDF begins with %q", played.Game, start)
		}
	}
	standings, _, err := api.MatchesAPI.GetStandings(director, opened.Id).Execute()
	must(0, err)
	var totals map[string][]map[string]any
	must(0, json.Unmarshal([]byte(os.Getenv("OVERTRICK_TOTALS")), &totals))
	if len(totals[played.Game]) != len(standings.Standings) {
		log.Fatalf("%s: %d standings", played.Game, len(standings.Standings))
	}
	for index, expected := range totals[played.Game] {
		one := standings.Standings[index]
		if expected["player"] != one.Player || expected["total"].(float64) != float64(one.Total) {
			log.Fatalf("%s: %v in the place of %v", played.Game, one, expected)
		}
	}
	fmt.Printf("  %s: %d players, pad and sheet\n", played.Game, len(standings.Standings))
}

func main() {
	for _, game := range []string{"mariash", "contract_sabacc"} {
		play(must(os.ReadFile(filepath.Join(os.Args[1], game, "sample.json"))))
	}
}
