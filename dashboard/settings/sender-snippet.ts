/** How a sender signs, with everything filled in. Pure. */

export interface SenderSecret {
  readonly id: string;
  readonly secret: string;
}

/** A shell script that signs one sample and sends it. */
export function signedCommand(origin: string, { id, secret }: SenderSecret): string {
  return `export MILEPOST_URL='${origin}'
export MILEPOST_INTEGRATION='${id}'
export MILEPOST_SECRET='${secret}'

body='{"samples":[{"metric":"orders","value":41,"time":"NOW","subject":"production"}]}'
t=$(date +%s)
v1=$(printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$MILEPOST_SECRET" -r | cut -d ' ' -f 1)
curl -fsS "$MILEPOST_URL/api/v1/metrics/webhook" \\
  -H 'Content-Type: application/json' \\
  -H "X-Milepost-Integration: $MILEPOST_INTEGRATION" \\
  -H "X-Milepost-Signature: t=$t,v1=$v1" -d "$body"
`;
}

/** What `prometheus.yml` needs: only series of recording rules, whose names have a colon. */
export function remoteWriteLines(origin: string): string {
  return `remote_write:
  - url: ${origin}/api/v1/metrics/remote-write
    authorization: { credentials_file: /etc/prometheus/milepost.key }
    write_relabel_configs:
      - { source_labels: [__name__], regex: '.+:.+', action: keep }
`;
}

/** What an SDK of OpenTelemetry reads. */
export function openTelemetryLines(origin: string): string {
  return `OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=${origin}/api/v1/metrics/otlp/v1/metrics
OTEL_EXPORTER_OTLP_METRICS_HEADERS=Authorization=Bearer%20$MILEPOST_API_KEY
OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta
OTEL_RESOURCE_ATTRIBUTES=service.name=shop,deployment.environment.name=production
`;
}
