import { z } from 'zod';

// The page's CSP lets nothing make code of texts, which the library tries as soon as a schema is made: imported before
// any schema.
z.config({ jitless: true });
