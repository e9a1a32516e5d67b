{{/* Labels of a service's resources. Takes {root, name}. */}}
{{- define "porchlight.labels" -}}
{{ include "porchlight.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* Labels that select a service's pods. */}}
{{- define "porchlight.selector" -}}
app.kubernetes.io/part-of: porchlight
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/name: {{ .name }}
{{- end }}

{{/* The same as a label selector on one line. */}}
{{- define "porchlight.match" -}}
{ matchLabels: {{ include "porchlight.selector" . | fromYaml | toJson }} }
{{- end }}

{{/* Full name of a service's resources. */}}
{{- define "porchlight.name" -}}
{{ .root.Release.Name }}-{{ .name }}
{{- end }}

{{/* A service's values over the defaults, as YAML. The gateway keeps nothing. */}}
{{- define "porchlight.service" -}}
{{- $service := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values.services .name)) }}
{{- if eq .name "gateway" }}{{ $_ := set $service "database" dict }}{{ end }}
{{- tpl (toYaml $service) (dict "service" .name "Template" .root.Template) }}
{{- end }}

{{- define "porchlight.image" -}}
{{- $tag := .root.Values.images.tag | default .root.Chart.AppVersion -}}
{{ .root.Values.images.repository }}/{{ .name }}{{ if hasPrefix "sha256:" $tag }}@{{ else }}:{{ end }}{{ $tag }}
{{- end }}

{{/* What every container of ours is held to. */}}
{{- define "porchlight.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  capabilities: { drop: [ALL] }
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Where each service answers RPC; its own address is the one it listens on. Takes {root, name, calls}. */}}
{{- define "porchlight.addresses" -}}
{{- $root := .root }}
{{- if ne .name "gateway" }}
- { name: {{ upper .name }}_RPC_ADDRESS, value: '0.0.0.0:9100' }
{{- end }}
{{- range .calls }}
- { name: {{ upper . }}_RPC_ADDRESS, value: '{{ include "porchlight.name" (dict "root" $root "name" .) }}:9100' }
{{- end }}
{{- end }}

{{/* Backing services, as environment. Takes {root, name, service}. */}}
{{- define "porchlight.database" -}}
{{- with .service.database }}
- name: MONGODB_URI
  valueFrom: { secretKeyRef: { name: {{ .secret.name }}, key: {{ .secret.key }} } }
- { name: KAFKA_BROKERS, value: {{ join "," $.root.Values.kafka.brokers | quote }} }
{{- end }}
{{- end }}
