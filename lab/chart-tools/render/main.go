// Renders a chart as `helm template` does, with Helm's own loader, value schema, linter and engine, but without the
// rest of Helm, which takes minutes to build and speaks to clusters.
//
//	go run ./render CHART [VALUES …]
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint/rules"
	"helm.sh/helm/v3/pkg/lint/support"
)

const (
	release   = "porchlight"
	namespace = "porchlight"
	// The oldest Kubernetes that the chart promises to serve.
	kubernetes = "v1.31.0"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("usage: render CHART [VALUES …]"))
	}
	// Which says at each run that the chart's files are links.
	log.SetOutput(io.Discard)
	text, err := render(os.Args[1], os.Args[2:])
	if err != nil {
		fail(err)
	}
	fmt.Print(text)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func render(folder string, files []string) (string, error) {
	if err := lint(folder); err != nil {
		return "", err
	}
	chart, err := loader.Load(folder)
	if err != nil {
		return "", err
	}
	values := chartutil.Values{}
	for _, file := range files {
		more, err := chartutil.ReadValuesFile(file)
		if err != nil {
			return "", err
		}
		values = chartutil.CoalesceTables(more, values)
	}
	version, err := chartutil.ParseKubeVersion(kubernetes)
	if err != nil {
		return "", err
	}
	capabilities := chartutil.DefaultCapabilities.Copy()
	capabilities.KubeVersion = *version
	options := chartutil.ReleaseOptions{Name: release, Namespace: namespace, Revision: 1, IsInstall: true}
	given, err := chartutil.ToRenderValues(chart, values, options, capabilities)
	if err != nil {
		return "", err
	}
	rendered, err := engine.Engine{Strict: true}.Render(chart, given)
	if err != nil {
		return "", err
	}
	return join(rendered), nil
}

func lint(folder string) error {
	linter := support.Linter{ChartDir: folder}
	rules.Chartfile(&linter)
	rules.ValuesWithOverrides(&linter, nil)
	var problems []string
	for _, message := range linter.Messages {
		if message.Severity >= support.WarningSev {
			problems = append(problems, message.Error())
		}
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s", strings.Join(problems, "\n"))
	}
	return nil
}

// The manifests in the order of their files, each under its name.
func join(rendered map[string]string) string {
	names := make([]string, 0, len(rendered))
	for name, text := range rendered {
		if filepath.Ext(name) == ".yaml" && strings.TrimSpace(text) != "" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	var all strings.Builder
	for _, name := range names {
		fmt.Fprintf(&all, "---\n# Source: %s\n%s\n", name, rendered[name])
	}
	return all.String()
}
