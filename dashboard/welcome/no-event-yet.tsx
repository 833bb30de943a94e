import { CommandBlock } from '../components/command-block.tsx';
import { reachOf } from './reach.ts';

/** What can be looked into when nothing comes; what the server refused, it does not tell. */
export function NoEventYet() {
  const { origin, hostname, protocol } = location;
  const reach = reachOf(hostname);
  return (
    <div class="no-event" role="status">
      <h3>Nothing came in the last minute. What to look at:</h3>
      <ol>
        {reach !== 'anywhere' && (
          <li>
            <strong>{hostname}</strong>{' '}
            {reach === 'this machine'
              ? 'means this very machine: a pipeline elsewhere calls itself by that name, and finds nothing.'
              : 'is a name or address of a private network: a pipeline outside of it finds nothing.'}{' '}
            Open Milepost by an address that your pipelines can reach, and set <code>BASE_URL</code>{' '}
            to it.
          </li>
        )}
        {protocol === 'http:' && reach === 'anywhere' && (
          <li>
            This address is plain http: the key travels in the open, and some networks let only
            https out. Put a proxy with TLS in front, and set <code>BASE_URL</code>.
          </li>
        )}
        <li>
          The log of the pipeline says what became of its event: <code>401</code> is the key (typed
          wrong, revoked, expired), <code>403</code> a key that may only read, <code>400</code> the
          event itself, with the reason.
        </li>
        <li>
          Where the pipeline runs, this looks at the address, the key and the clock:
          <CommandBlock
            command={`MILEPOST_URL=${origin} npx milepost doctor`}
            label="Copy the command"
          />
        </li>
        <li>
          Milepost keeps no list of requests that it refused. Its own log names them, and{' '}
          <a class="link" href="/metrics">
            /metrics
          </a>{' '}
          counts them.
        </li>
      </ol>
    </div>
  );
}
