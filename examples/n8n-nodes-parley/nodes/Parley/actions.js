const { askParley, callParley, errorOf } = require('./call.js');

/* Each takes what n8n gives as `this` and the index of an item, and returns what the next node gets. */

const actions = {
  'message send': (context, index) => {
    const get = (name) => context.getNodeParameter(name, index);
    return send(context, index, { type: 'text', text: { body: get('text') }, yield_to_members: get('yieldToMembers') });
  },
  'message sendTemplate': (context, index) => {
    const { value: values = [] } = context.getNodeParameter('bodyValues', index);
    const parameters = values.map(({ text, name }) => ({ type: 'text', text, ...(name && { parameter_name: name }) }));
    const body = parameters.length === 0 ? [] : [{ type: 'body', parameters }];
    const components = [...body, ...readJson(context.getNodeParameter('components', index))];
    const template = { id: context.getNodeParameter('templateId', index), components };
    return send(context, index, { type: 'template', template });
  },
  'conversation get': async (context, index) => {
    const path = pathOf(context, index);
    const query = { limit: context.getNodeParameter('messages', index) };
    const [thread, messages] = await Promise.all([
      askParley(context, 'GET', path),
      askParley(context, 'GET', `${path}/messages`, { query }),
    ]);
    return { ...thread, messages: messages.data };
  },
  'conversation assign': (context, index) => {
    const assignee_id = context.getNodeParameter('memberId', index) || null;
    return askParley(context, 'PUT', pathOf(context, index), { body: { assignee_id } });
  },
  'conversation addLabel': (context, index) => {
    const add_label_ids = [context.getNodeParameter('labelId', index)];
    return askParley(context, 'PUT', pathOf(context, index), { body: { add_label_ids } });
  },
  'contact save': saveContact,
};

/** n8n gives a list that an expression made, or the text as typed. */
const readJson = (given) => (typeof given === 'string' ? JSON.parse(given.trim() || '[]') : given);

const pathOf = (context, index) =>
  `/api/threads/${encodeURIComponent(context.getNodeParameter('threadId', index).trim())}`;

function send(context, index, content) {
  const get = (name) => context.getNodeParameter(name, index);
  const body = { channel_id: get('channelId'), to: get('to'), source: 'API', ...content };
  return askParley(context, 'POST', '/api/messages', {
    body,
    idempotencyKey: get('idempotencyKey') || keyOf(context, index),
  });
}

/** A node that n8n tries again sends once; in a loop each round sends. */
function keyOf(context, index) {
  const round = context.evaluateExpression('{{ $runIndex }}', index);
  return ['n8n', context.getExecutionId(), context.getNode().id, round, index].join(':');
}

async function saveContact(context, index) {
  const get = (name) => context.getNodeParameter(name, index);
  const fields = (get('customFields').field ?? []).map(({ name, value }) => [name, value]);
  const given = { ...(get('name') !== '' && { name: get('name') }) };
  const custom_fields = Object.fromEntries(fields);
  const body = { phone_number: get('phoneNumber'), ...given, custom_fields };
  const made = await callParley(context, 'POST', '/api/contacts', { body });
  if (made.status < 300) return askParley(context, 'GET', `/api/contacts/${made.body.id}`);
  const { code, data } = made.body?.error ?? {};
  if (code !== 'contact_exists' || data[0]?.id === undefined) throw errorOf(made);
  const path = `/api/contacts/${data[0].id}`;
  const before = await askParley(context, 'GET', path);
  // The API takes all fields at once; with the version no change of a member in between is lost.
  const changed = { ...given, custom_fields: { ...before.custom_fields, ...custom_fields }, version: before.version };
  await askParley(context, 'PUT', path, { body: changed });
  return askParley(context, 'GET', path);
}

module.exports = { actions };
