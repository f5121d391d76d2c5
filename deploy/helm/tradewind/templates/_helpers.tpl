{{- define "tradewind.labels" -}}
app.kubernetes.io/name: tradewind
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tradewind.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "tradewind.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "tradewind.container" -}}
image: {{ include "tradewind.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
env:
  {{- range $name, $value := .Values.settings }}
  {{- if $value }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- end }}
envFrom:
  - secretRef: { name: {{ .Values.secretName }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /var/lib/tradewind }
{{- end }}

{{- define "tradewind.volumes" -}}
- name: tmp
  emptyDir: {}
- name: data
  {{- if .Values.files.claim }}
  persistentVolumeClaim: { claimName: {{ .Values.files.claim }} }
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end }}
