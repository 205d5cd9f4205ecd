const { askParley, callParley, errorOf } = require('./call.js');
const { isSigned } = require('./is-signed.js');

const events = [
  ['message.received', 'Message Received'],
  ['message.sent', 'Message Sent'],
  ['message.status', 'Message Status Changed'],
  ['thread.changed', 'Conversation Changed'],
  ['contact.changed', 'Contact Changed'],
  ['campaign.changed', 'Broadcast Changed'],
  ['template.changed', 'Template Changed'],
];

/** What is kept of the webhook between activating and deactivating the workflow: `webhookId` and `secret`. */
const memoryOf = (context) => context.getWorkflowStaticData('node');
const forget = (context) => {
  const memory = memoryOf(context);
  delete memory.webhookId;
  delete memory.secret;
};

class ParleyTrigger {
  description = {
    displayName: 'Parley Trigger',
    name: 'parleyTrigger',
    icon: 'file:parley.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when something happens in Parley',
    defaults: { name: 'Parley Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['message.received'],
        options: events.map(([value, name]) => ({ name, value })),
        description: 'What starts the workflow',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists() {
        const { webhookId } = memoryOf(this);
        if (webhookId === undefined) return false;
        const known = await callParley(this, 'GET', `/api/webhooks/${webhookId}`);
        if (known.status === 404) {
          forget(this);
          return false;
        }
        if (known.status >= 300) throw errorOf(known);
        const { url, events: told, state } = known.body;
        const wanted = this.getNodeParameter('events');
        const isAsWanted = url === this.getNodeWebhookUrl('default') && state === 'active' && isSame(told, wanted);
        // Another address or other events: made anew.
        if (!isAsWanted) await removeWebhook(this);
        return isAsWanted;
      },
      async create() {
        const url = this.getNodeWebhookUrl('default');
        const body = {
          name: `n8n: ${this.getWorkflow().name}`.slice(0, 80),
          url,
          events: this.getNodeParameter('events'),
        };
        const { id, secret } = await askParley(this, 'POST', '/api/webhooks', { body });
        Object.assign(memoryOf(this), { webhookId: id, secret });
        return true;
      },
      async delete() {
        await removeWebhook(this);
        return true;
      },
    },
  };

  async webhook() {
    const { secret } = memoryOf(this);
    const { rawBody } = this.getRequestObject();
    if (secret === undefined || !isSigned(this.getHeaderData(), rawBody, secret)) {
      this.getResponseObject().status(401).send('The signature is wrong.');
      return { noWebhookResponse: true };
    }
    // An event may arrive twice, with the same id.
    const event = { id: this.getHeaderData()['webhook-id'], ...this.getBodyData() };
    return { workflowData: [this.helpers.returnJsonArray(event)] };
  }
}

const isSame = (one, other) => one.length === other.length && one.every((event) => other.includes(event));

async function removeWebhook(context) {
  const { webhookId } = memoryOf(context);
  if (webhookId === undefined) return;
  const removed = await callParley(context, 'DELETE', `/api/webhooks/${webhookId}`);
  // Someone removed it in Parley.
  if (removed.status >= 300 && removed.status !== 404) throw errorOf(removed);
  forget(context);
}

module.exports = { ParleyTrigger };
