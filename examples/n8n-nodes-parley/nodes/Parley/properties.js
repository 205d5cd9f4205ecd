/* What the node asks for: https://docs.n8n.io/integrations/creating-nodes/build/reference/ui-elements/ */

const operations = {
  contact: [['save', 'Save', 'Save a contact', 'Create a contact, or change the one that has the number']],
  conversation: [
    ['addLabel', 'Add Label', 'Add a label to a conversation', 'Put a label on a conversation'],
    ['assign', 'Assign', 'Assign a conversation', 'Make a member responsible for a conversation'],
    ['get', 'Get', 'Get a conversation', 'Get a conversation with its latest messages'],
  ],
  message: [
    ['send', 'Send', 'Send a message', 'Answer a customer who wrote in the last 24 hours'],
    ['sendTemplate', 'Send Template', 'Send a template', 'Send a template that WhatsApp has approved'],
  ],
};

const named = { contact: 'Contact', conversation: 'Conversation', message: 'Message' };

const onlyFor = (resource, operation) => ({ displayOptions: { show: { resource, operation } } });
const text = (displayName, name, description, more) => ({
  displayName,
  name,
  type: 'string',
  default: '',
  required: true,
  description,
  ...more,
});

const choices = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    default: 'message',
    options: Object.entries(named).map(([value, name]) => ({ name, value })),
  },
  ...Object.entries(operations).map(([resource, rows]) => ({
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: rows[0][0],
    displayOptions: { show: { resource: [resource] } },
    options: rows.map(([value, name, action, description]) => ({ name, value, action, description })),
  })),
];

const ofMessages = [
  {
    displayName: 'Channel Name or ID',
    name: 'channelId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getChannels' },
    default: '',
    required: true,
    description: 'The number that it is sent from',
    ...onlyFor(['message'], ['send', 'sendTemplate']),
  },
  text('To', 'to', 'Phone number of the customer with country code', {
    placeholder: '+44 7700 900123',
    ...onlyFor(['message'], ['send', 'sendTemplate']),
  }),
  text('Text', 'text', 'At most 4,096 characters', {
    typeOptions: { rows: 4 },
    ...onlyFor(['message'], ['send']),
  }),
  {
    displayName: 'Leave It to Members',
    name: 'yieldToMembers',
    type: 'boolean',
    default: true,
    description: 'Whether to send nothing while a member of the team answers the conversation',
    ...onlyFor(['message'], ['send']),
  },
  {
    displayName: 'Template Name or ID',
    name: 'templateId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getTemplates', loadOptionsDependsOn: ['channelId'] },
    default: '',
    required: true,
    description: 'The template to send',
    ...onlyFor(['message'], ['sendTemplate']),
  },
  {
    displayName: 'Values of the Body',
    name: 'bodyValues',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true, sortable: true },
    default: {},
    placeholder: 'Add Value',
    description: 'What stands for the variables of the text, in their order',
    options: [
      {
        displayName: 'Value',
        name: 'value',
        values: [
          text('Text', 'text', 'What stands for the variable'),
          text('Name', 'name', 'Only of variables that have a name instead of a number', { required: false }),
        ],
      },
    ],
    ...onlyFor(['message'], ['sendTemplate']),
  },
  {
    displayName: 'Components',
    name: 'components',
    type: 'json',
    default: '[]',
    description: 'Values of header and buttons, as WhatsApp writes them',
    ...onlyFor(['message'], ['sendTemplate']),
  },
  text('Idempotency Key', 'idempotencyKey', 'The same key sends once. Empty: once for each item of a run.', {
    required: false,
    ...onlyFor(['message'], ['send', 'sendTemplate']),
  }),
];

const ofConversations = [
  text(
    'Conversation ID',
    'threadId',
    'The thread_id of an event, or the end of its address in Parley',
    onlyFor(['conversation'], ['addLabel', 'assign', 'get']),
  ),
  text('Label ID', 'labelId', 'The ID of a label', onlyFor(['conversation'], ['addLabel'])),
  text('Member ID', 'memberId', 'The ID of a member; empty: nobody', {
    required: false,
    ...onlyFor(['conversation'], ['assign']),
  }),
  {
    displayName: 'Messages',
    name: 'messages',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 100 },
    default: 20,
    description: 'How many of the latest messages to return',
    ...onlyFor(['conversation'], ['get']),
  },
];

const ofContacts = [
  text('Phone Number', 'phoneNumber', 'With country code', {
    placeholder: '+44 7700 900123',
    ...onlyFor(['contact'], ['save']),
  }),
  text('Name', 'name', 'Empty: stays as it is', { required: false, ...onlyFor(['contact'], ['save']) }),
  {
    displayName: 'Custom Fields',
    name: 'customFields',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    placeholder: 'Add Field',
    description: 'Fields that are left out stay as they are',
    options: [
      {
        displayName: 'Field',
        name: 'field',
        values: [text('Name', 'name', 'As in Parley'), text('Value', 'value', 'What it is set to')],
      },
    ],
    ...onlyFor(['contact'], ['save']),
  },
];

module.exports = { properties: [...choices, ...ofMessages, ...ofConversations, ...ofContacts] };
