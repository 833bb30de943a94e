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
