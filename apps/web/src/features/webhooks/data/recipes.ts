/** Tools without code that a recipe exists for. */
export const recipeTools = ['n8n', 'make', 'zapier'] as const;
export type RecipeTool = (typeof recipeTools)[number];
export const recipeToolNames: Record<RecipeTool, string> = { n8n: 'n8n', make: 'Make', zapier: 'Zapier' };

/** How a tool writes a value of the event, by its path below `data`. */
const placeholders: Record<Exclude<RecipeTool, 'n8n'>, (name: string) => string> = {
  make: (name) => `{{1.data.${name}}}`,
  zapier: (name) => `{{data__${name}}}`,
};

const reply = 'Thanks, we will be with you soon.';

/** The body of `POST /api/messages` that answers a `message.received` event, with the tool's placeholders. */
export function replyBody(tool: Exclude<RecipeTool, 'n8n'>): string {
  const value = placeholders[tool];
  const to = { channel_id: value('channel_id'), thread_id: value('thread_id') };
  return JSON.stringify({ ...to, source: 'API', type: 'text', text: { body: reply } });
}

/** An event may arrive twice: with the same key the answer is sent once. */
export function replyHeaders(tool: Exclude<RecipeTool, 'n8n'>): string[] {
  return [
    'Authorization: Bearer wa_live_…',
    'Content-Type: application/json',
    `Idempotency-Key: ${placeholders[tool]('id')}`,
  ];
}

/** A workflow for n8n's "Import from file": a webhook that answers every message of a customer. */
export function n8nWorkflow(origin: string): object {
  const data = (name: string) => `={{ $json.body.data.${name} }}`;
  return {
    name: 'Parley: answer a message',
    nodes: [
      {
        id: '1d9f2a64-6d0c-4f59-9a36-0f5a7c9a1b01',
        name: 'Message received',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        position: [0, 0],
        webhookId: '8a4c2c0e-0b8a-4d3b-8d4e-3f1f0a6f7c02',
        parameters: { httpMethod: 'POST', path: 'parley', options: {} },
      },
      {
        id: '4b7e8d10-2f53-4c8e-b1f7-6c2d9e8a5d03',
        name: 'Answer',
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        position: [240, 0],
        parameters: {
          method: 'POST',
          url: `${origin}/api/messages`,
          authentication: 'genericCredentialType',
          genericAuthType: 'httpBearerAuth',
          sendHeaders: true,
          headerParameters: {
            parameters: [{ name: 'Idempotency-Key', value: "={{ $json.headers['webhook-id'] }}" }],
          },
          sendBody: true,
          bodyParameters: {
            parameters: [
              { name: 'channel_id', value: data('channel_id') },
              { name: 'thread_id', value: data('thread_id') },
              { name: 'source', value: 'API' },
              { name: 'type', value: 'text' },
              { name: 'text', value: `={{ ${JSON.stringify({ body: reply })} }}` },
            ],
          },
          options: {},
        },
      },
    ],
    connections: { 'Message received': { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
    settings: {},
    active: false,
  };
}
