import type { FastifyInstance } from 'fastify';

/** Lets the routes of a scope take bodies as HTML forms send them; of a repeated field the last counts. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) => {
    scope.bodies.read(request, payload, (error, bytes) => {
      if (error !== null) done(error);
      else done(null, Object.fromEntries(new URLSearchParams(bytes?.toString('utf8'))));
    });
  });
}
