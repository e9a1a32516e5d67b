// Runs the controllers of cert-manager that issue certificates of a private authority. cert-manager's own main is not in
// its Go module.
package main

import (
	"context"
	"flag"
	"log"
	"os/signal"
	"syscall"
	"time"

	"github.com/cert-manager/cert-manager/pkg/controller"
	"github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/approver"
	"github.com/cert-manager/cert-manager/pkg/controller/certificaterequests/ca"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/issuing"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/keymanager"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/readiness"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/requestmanager"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/revisionmanager"
	"github.com/cert-manager/cert-manager/pkg/controller/certificates/trigger"
	"github.com/cert-manager/cert-manager/pkg/controller/clusterissuers"

	_ "github.com/cert-manager/cert-manager/pkg/issuer/ca"
)

var names = []string{
	approver.ControllerName, ca.CRControllerName, clusterissuers.ControllerName,
	issuing.ControllerName, keymanager.ControllerName, readiness.ControllerName,
	requestmanager.ControllerName, revisionmanager.ControllerName, trigger.ControllerName,
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "credentials of the API server")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	factory, err := controller.NewContextFactory(ctx, controller.ContextOptions{
		Kubeconfig:         *kubeconfig,
		KubernetesAPIQPS:   20,
		KubernetesAPIBurst: 50,
		IssuerOptions:      controller.IssuerOptions{ClusterResourceNamespace: "cert-manager"},
		CertificateOptions: controller.CertificateOptions{
			CertificateRequestMinimumBackoffDuration: time.Minute,
			CertificateRequestMaximumBackoffDuration: time.Hour,
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	ended := make(chan error)
	for _, name := range names {
		one, err := controller.Known()[name](factory)
		if err != nil {
			log.Fatal(name, ": ", err)
		}
		go func() { ended <- one.Run(1, ctx) }()
	}
	shared, err := factory.Build()
	if err != nil {
		log.Fatal(err)
	}
	shared.SharedInformerFactory.Start(ctx.Done())
	shared.KubeSharedInformerFactory.Start(ctx.Done())
	for range names {
		if err := <-ended; err != nil {
			log.Fatal(err)
		}
	}
}
