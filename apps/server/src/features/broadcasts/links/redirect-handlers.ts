import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.ts';
import { countTap } from './link-repo.ts';
import { linkPath } from './track-links.ts';

/** The code of a test message, which has no recipient. */
export const testCode = 'test';

/** How previews, crawlers and scanners name themselves. Others of them count as recipients. */
const programs =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|headless|lighthouse|scanner|monitor|curl|wget|python|okhttp|axios|node-fetch|java\/|go-http|libwww/i;

type Address = { Params: { code: string } };

/** `GET /l/{code}`: counts that a recipient opened a link, and leads on to the address stored with the code. */
export function registerLinkRedirect(app: FastifyInstance, platform: Platform): void {
  const system = platform.db.system.statements('broadcasts');
  app.get<Address>(`${linkPath}:code`, async (request, reply) => {
    const { code } = request.params;
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    void reply.header('x-robots-tag', 'noindex');
    if (code === testCode) {
      return page(reply, 200, 'This is a test', 'In the broadcast this link opens the address of each recipient.');
    }
    const url = /^\w{1,64}$/.test(code) ? await countTap(system, code, isProgram(request)) : null;
    // Erased with its contact: empty.
    if (url !== null && url !== '') return reply.redirect(new URL(url).href, 302);
    return page(reply, 404, 'Link not found', 'This link does not exist. Check that the whole address was copied.');
  });
}

function isProgram({ method, headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'] ?? '';
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`;
  return method === 'HEAD' || agent === '' || programs.test(agent) || /prefetch|preview/i.test(purpose);
}

function page(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title}</title><h1>${title}</h1><p>${text}</p></html>`,
    );
}
