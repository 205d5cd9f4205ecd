// Answers every message of a customer. Settings: PARLEY_URL, PARLEY_KEY (scope messages:write), WEBHOOK_SECRET, PORT.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PARLEY_URL, PARLEY_KEY, WEBHOOK_SECRET, PORT } = process.env;
const secret = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

function isSigned(headers, body) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  const isFresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300;
  const matches = (text) => text.length === expected.length && timingSafeEqual(Buffer.from(text), expected);
  return isFresh && String(headers['webhook-signature']).split(' ').some(matches);
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  const { type, data } = JSON.parse(body);
  // What Meta's AI agent answers is not ours: a message would take the conversation over.
  if (type === 'message.received' && !data.standby) {
    const { channel_id, thread_id } = data;
    const message = {
      channel_id,
      thread_id,
      source: 'API',
      // Nor is what a member of the team answers.
      yield_to_members: true,
      type: 'text',
      text: { body: 'Thanks, we will be with you soon.' },
    };
    const sent = await fetch(`${PARLEY_URL}/api/messages`, {
      method: 'POST',
      // The same event may arrive twice: the same key sends once.
      headers: {
        authorization: `Bearer ${PARLEY_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': request.headers['webhook-id'],
      },
      body: JSON.stringify(message),
    });
    const isRefused = !sent.ok && (await sent.json()).error.code !== 'member_answers';
    if (isRefused) return response.writeHead(500).end();
  }
  response.writeHead(204).end();
}).listen(Number(PORT), '127.0.0.1', () => console.log('Listening'));
