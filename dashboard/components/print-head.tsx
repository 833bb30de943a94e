import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { readersTime } from '../time-format.ts';

/** On paper there is no address bar and no clock: what this is, and of when. */
export function PrintHead() {
  const printedAt = useSignal(Date.now());
  useEffect(() => {
    const note = () => {
      printedAt.value = Date.now();
    };
    addEventListener('beforeprint', note);
    return () => removeEventListener('beforeprint', note);
  }, []);
  return (
    <p class="print-head">
      {document.title.replace(/^(\(\d+\)|● \d+) /, '')}, {readersTime.absolute(printedAt.value)}
      <br />
      {location.href}
    </p>
  );
}
