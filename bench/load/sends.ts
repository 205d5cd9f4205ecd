import { randomUUIDv7 } from 'node:crypto';
import { threadId } from '../harness/seed.ts';

/** Texts of members to customers with open windows, spread over accounts and threads. */
export type SendPlan = { accounts: Array<{ token: string; channelId: string }>; sends: number; threads: number };

/** Whole HTTP requests; the ids of the messages are created here, like in the web app. */
export function prepareSends(plan: SendPlan, host: string): Buffer[] {
  return Array.from({ length: plan.sends }, (_, n) => {
    const place = n % plan.accounts.length;
    const account = plan.accounts[place];
    if (account === undefined) throw new Error('a plan without accounts');
    const body = Buffer.from(
      JSON.stringify({
        id: randomUUIDv7(),
        channel_id: account.channelId,
        thread_id: threadId(place, Math.floor(n / plan.accounts.length) % plan.threads),
        source: 'INBOX',
        type: 'text',
        text: { body: `Your order ${n} has left our house and should be with you tomorrow before noon.` },
      }),
    );
    const head = [
      'POST /api/messages HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${account.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  });
}
