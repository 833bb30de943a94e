// A server that speaks MongoDB's wire protocol, for tests: FerretDB 1 on SQLite. Its own command
// cannot be installed from the module registry (it panics for lack of generated files), its
// package can.
//
//	go run . 127.0.0.1:27017 file:/tmp/ferretdb/
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: os.Args[1]},
		Handler:   "sqlite",
		SQLiteURL: os.Args[2],
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err = server.Run(ctx); err != nil {
		log.Fatal(err)
	}
}
