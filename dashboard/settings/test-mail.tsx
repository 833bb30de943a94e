import { useSignal } from '@preact/signals';
import type { PageProps } from './page.ts';
import { useAction } from './use-action.ts';

/** Whether mail works, as its receiver sees it. */
export function TestMail({ api, account }: Pick<PageProps, 'api' | 'account'>) {
  const { isBusy, problem, run } = useAction();
  const isSent = useSignal(false);
  const send = async () => {
    isSent.value = false;
    isSent.value = await run(api.sendTestMail);
  };
  return (
    <section class="section">
      <h2>Mail</h2>
      <div class="item-line">
        <p class="muted">
          Invitations and reset links are sent by mail where a mail server is configured, and shown
          in any case.
        </p>
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void send()}>
          {isBusy.value ? 'Sending…' : 'Send me a test mail'}
        </button>
      </div>
      <div role="status">
        {isSent.value && <p>Sent to {account.person?.email}. Look into your inbox.</p>}
        {problem.value !== null && <p class="problem">{problem.value}</p>}
      </div>
    </section>
  );
}
