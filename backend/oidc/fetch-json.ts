const TIMEOUT_MS = 5000;
/** The keys of the issuers that we know take 2 to 10 KiB. */
const LIMIT_BYTES = 262_144;

/**
 * Reads a JSON object from an address that an administrator has chosen, and from nowhere else: a
 * redirect is refused. Rejects with a reason that may be shown.
 */
export async function fetchJson(
  url: URL,
  timeoutMs = TIMEOUT_MS,
): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    signal,
    redirect: 'manual',
    headers: { Accept: 'application/json' },
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url.href} answers with status ${response.status}`);
  }
  const value: unknown = JSON.parse(await readText(response, url));
  if (typeof value !== 'object' || value === null) throw new Error(`${url.href} is no JSON object`);
  return value as Record<string, unknown>;
}

/** The body as text. Rejects when it is larger than what an issuer has to say. */
export async function readText(response: Response, url: URL): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > LIMIT_BYTES) throw new Error(`${url.href} is larger than ${LIMIT_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
