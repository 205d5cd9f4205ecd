/* https://docs.n8n.io/integrations/creating-nodes/build/reference/credentials-files/ */

class ParleyApi {
  name = 'parleyApi';
  displayName = 'Parley API';
  properties = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://parley.example.com',
      description: 'Where your Parley is, without a path',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'From Settings, API keys in Parley',
      required: true,
    },
  ];
  authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } } };
  test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/channels' } };
}

module.exports = { ParleyApi };
