import { CommandBlock } from '../components/command-block.tsx';
import { openTelemetryLines, remoteWriteLines } from './sender-snippet.ts';

/** What sends by itself, once it is told where. */
export function Receivers() {
  return (
    <section class="section" aria-labelledby="receivers">
      <h2 id="receivers">Sent by Prometheus or OpenTelemetry</h2>
      <p class="muted">
        With an <a href="/settings/keys">API key</a> that may write. Send what recording rules have
        summed up by environment and system; running totals are refused.
      </p>
      <h3>prometheus.yml</h3>
      <CommandBlock command={remoteWriteLines(location.origin)} label="Copy the lines" />
      <h3>OpenTelemetry SDK or Collector</h3>
      <CommandBlock command={openTelemetryLines(location.origin)} label="Copy the variables" />
    </section>
  );
}
