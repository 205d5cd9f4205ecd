import type { Handlers } from '../../platform/http/routing.ts';
import { tools } from './tools.ts';

export function assistantsHandlers(): Handlers {
  return {
    'GET /api/assistants/tools': async () => ({
      status: 200,
      body: {
        data: tools.map(({ name, title, description, scopes, readOnly }) => ({
          name,
          title,
          description,
          scopes: [...scopes],
          read_only: readOnly,
        })),
      },
    }),
  };
}
