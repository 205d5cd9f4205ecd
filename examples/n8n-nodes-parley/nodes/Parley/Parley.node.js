const { actions } = require('./actions.js');
const { listAll } = require('./call.js');
const { properties } = require('./properties.js');

/* https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/ */

class Parley {
  description = {
    displayName: 'Parley',
    name: 'parley',
    icon: 'file:parley.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Act on conversations with customers over WhatsApp',
    defaults: { name: 'Parley' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    properties,
  };

  methods = {
    loadOptions: {
      async getChannels() {
        const channels = await listAll(this, '/api/channels');
        return channels.map(({ id, channel_label, phone_number }) => ({
          name: `${channel_label} (${phone_number})`,
          value: id,
        }));
      },
      async getTemplates() {
        const channel_id = this.getCurrentNodeParameter('channelId');
        const templates = await listAll(this, '/api/templates', { channel_id, status: 'ACTIVE' });
        return templates.map(({ id, name, language }) => ({ name: `${name} (${language})`, value: id }));
      },
    },
  };

  async execute() {
    const results = [];
    for (const [index] of this.getInputData().entries()) {
      const act = actions[['resource', 'operation'].map((name) => this.getNodeParameter(name, index)).join(' ')];
      try {
        results.push({ json: await act(this, index), pairedItem: { item: index } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: error.message }, pairedItem: { item: index } });
      }
    }
    return [results];
  }
}

module.exports = { Parley };
