/** The way of events that assistants record: the same as over HTTP, with the same limits. */
import { forbidden, MilepostError } from '../errors.ts';
import type { IngestDoor } from '../http/ingest.ts';
import type { Principal } from '../model/key.ts';
import type { Ingested } from '../services/ingest.ts';

export interface Recorder {
  /**
   * Stores one event. Rejects with FORBIDDEN for a key that may only read, with RATE_LIMITED, with
   * PAYLOAD_TOO_LARGE, and with what makes an event wrong.
   */
  record(
    principal: Principal,
    event: Readonly<Record<string, unknown>>,
  ): Promise<Exclude<Ingested, { kind: 'rejected' }>>;
}

export function createRecorder({
  ingest,
  rateLimit,
  eventMaxBytes,
}: Pick<IngestDoor, 'ingest' | 'rateLimit' | 'eventMaxBytes'>): Recorder {
  return {
    record: async ({ organization, scope, keyId }, event) => {
      // No such tool is listed for it; this holds whatever is listed.
      if (scope !== 'READ_WRITE') throw forbidden('this API key may only read (READ_ONLY)');
      const bytes = Buffer.byteLength(JSON.stringify(event));
      if (bytes > eventMaxBytes) {
        throw new MilepostError(
          'PAYLOAD_TOO_LARGE',
          `data: the event has ${bytes} bytes, at most ${eventMaxBytes} are accepted; record less, and a link to the rest`,
        );
      }
      await rateLimit.take(keyId, 1);
      return ingest.one(organization, event);
    },
  };
}
