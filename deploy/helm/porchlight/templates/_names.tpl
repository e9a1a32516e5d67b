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

{{/* Proxies whose X-Forwarded-For the gateway believes, comma-separated. Takes the root. */}}
{{- define "porchlight.trustedProxies" -}}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) (not .Values.trustedProxies) }}
{{- fail "trustedProxies is required while ingress.enabled or httpRoute.enabled is true: list the addresses or CIDR ranges of the ingress controller's pods. Without it all clients share one address, its rate limits and its lock-outs." }}
{{- end }}
{{- join "," .Values.trustedProxies }}
{{- end }}

{{/* What a service is told by files and settings of its own, alike for its pods and its job. Takes {root, name, service}. */}}
{{- define "porchlight.environment" -}}
{{- $root := .root }}
- { name: NODE_OPTIONS, value: {{ .service.nodeOptions | quote }} }
- { name: OPERATIONS_HOST, value: 0.0.0.0 }
- { name: OPERATIONS_PORT, value: '9101' }
{{- if .service.links }}
- { name: PUBLIC_BASE_URL, value: {{ $root.Values.publicBaseUrl | quote }} }
{{- end }}
{{- include "porchlight.addresses" (dict "root" $root "name" .name "calls" .service.calls) }}
{{- include "porchlight.database" . }}
{{- if .service.signs }}
- { name: INTERNAL_TOKEN_PRIVATE_KEY_FILE, value: /run/keys/internal-token.key.pem }
{{- end }}
{{- if .service.seals }}
- { name: SECRETS_KEY_FILE, value: /run/keys/secrets.key }
{{- end }}
{{- if .service.consent }}
- { name: CONSENT_KEY_FILE, value: /run/keys/consent.key }
{{- end }}
{{- if .service.database }}
- { name: INTERNAL_TOKEN_PUBLIC_KEY_FILE, value: /run/keys/internal-token.pub.pem }
- { name: NEXT_TOKEN_KEY_FILE, value: /run/keys/next-token.key }
{{- end }}
{{- range $key, $value := $root.Values.limits }}
- { name: {{ $key }}, value: {{ int64 $value | quote }} }
{{- end }}
{{- range $key, $value := .service.env }}
- { name: {{ $key }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{/* The volume of a service's keys: each gets those that it uses, no other. Takes {root, name, service}. */}}
{{- define "porchlight.keys" -}}
name: keys
secret:
  secretName: {{ .root.Values.secrets.keys }}
  defaultMode: 0440
  items:
    {{- if .service.signs }}
    - { key: internal-token{{ if ne .name "gateway" }}-{{ .name }}{{ end }}.key.pem, path: internal-token.key.pem }
    {{- end }}
    {{- if .service.seals }}
    - { key: secrets.key, path: secrets.key }
    {{- end }}
    {{- if .service.consent }}
    - { key: consent.key, path: consent.key }
    {{- end }}
    {{- if .service.database }}
    - { key: internal-token.pub.pem, path: internal-token.pub.pem }
    - { key: next-token.key, path: next-token.key }
    {{- end }}
{{- end }}

{{/* How a service's pods speak to brokers that ask for TLS or a sign-in; `$.Values.kafka.security`. Takes root, name. */}}
{{- define "porchlight.kafkaSecurity" -}}
{{- with (tpl (toYaml .root.Values.kafka.security) (dict "service" .name "Template" .root.Template) | fromYaml) }}
{{- if .tls }}
- { name: KAFKA_TLS, value: 'true' }
{{- if .caSecret }}
- { name: KAFKA_TLS_CA_FILE, value: /run/kafka/ca.crt }
{{- end }}
{{- if .certificateSecret }}
- { name: KAFKA_TLS_CERT_FILE, value: /run/kafka/user.crt }
- { name: KAFKA_TLS_KEY_FILE, value: /run/kafka/user.key }
{{- end }}
{{- end }}
{{- if .sasl.mechanism }}
- { name: KAFKA_SASL_MECHANISM, value: {{ .sasl.mechanism }} }
- { name: KAFKA_SASL_USERNAME, value: {{ required "kafka.security.sasl.username" .sasl.username | quote }} }
- name: KAFKA_SASL_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ required "kafka.security.sasl.secret" .sasl.secret }}, key: password } }
{{- end }}
{{- end }}
{{- end }}

{{/* Certificates for Kafka, of one or two secrets in one folder; empty without any. Takes the root. */}}
{{- define "porchlight.kafkaCertificates" -}}
{{- with .Values.kafka.security }}
{{- if and .tls (or .caSecret .certificateSecret) }}
name: kafka
projected:
  defaultMode: 0440
  sources:
    {{- with .caSecret }}
    - secret: { name: {{ . }}, items: [{ key: ca.crt, path: ca.crt }] }
    {{- end }}
    {{- with .certificateSecret }}
    - secret: { name: {{ . }}, items: [{ key: user.crt, path: user.crt }, { key: user.key, path: user.key }] }
    {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The authority of a service's database, as a volume and where it is mounted. Both take the service. */}}
{{- define "porchlight.databaseVolume" -}}
{{- with .database }}{{- with .caSecret }}
- name: mongodb
  secret: { secretName: {{ . }}, defaultMode: 0440, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}{{- end }}
{{- end }}
{{- define "porchlight.databaseMount" -}}
{{- with .database }}{{- if .caSecret }}
- { name: mongodb, mountPath: /run/mongodb, readOnly: true }
{{- end }}{{- end }}
{{- end }}

{{/* The files of mutual TLS between the services, as environment; empty without. Takes the root. */}}
{{- define "porchlight.rpcTls" -}}
{{- if has .Values.tls.mode (list "certManager" "secret") }}
- { name: RPC_TLS_CERT_FILE, value: /run/tls/tls.crt }
- { name: RPC_TLS_KEY_FILE, value: /run/tls/tls.key }
- { name: RPC_TLS_CA_FILE, value: /run/tls/ca.crt }
{{- end }}
{{- end }}

{{/* Pull secrets, and the nodes on which pods may run. Takes {root, service}. */}}
{{- define "porchlight.placement" -}}
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .service.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .service.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .service.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The part of a network policy that allows DNS of the cluster. */}}
{{- define "porchlight.dns" -}}
- to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } } }]
  ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- end }}
