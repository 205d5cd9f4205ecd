import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableFile } from '../../platform/table-file/table-file.ts';
import { acceptedLanguage } from '../../platform/texts/accept-language.ts';
import { translate } from '../../platform/texts/translate.ts';
import { conversationTable } from './conversations/conversation-table.ts';
import { findFacts } from './facts-query.ts';
import { readReport } from './read-report.ts';
import { inputOf } from './report-input.ts';
import { reportTable } from './report-table.ts';
import { targetTables } from './target-table.ts';

export function reportsHandlers(platform: Platform): Handlers {
  return {
    'GET /api/reports': async ({ actor }, { query }) => ({
      status: 200,
      body: await readReport(platform, actor, query),
    }),
    'GET /api/reports/export': async ({ actor, request }, { query: { format, delimiter, ...query } }) => {
      const language = acceptedLanguage(request.headers['accept-language']);
      const say = (text: string) => translate(language, text);
      const report = await readReport(platform, actor, query);
      const targets = await targetTables(platform, actor, query, say);
      async function* rows() {
        yield reportTable(report, say);
        yield targets;
      }
      return tableFile(`report-${report.from}-${report.to}`, { format, delimiter }, rows());
    },
    'GET /api/reports/conversations': async ({ actor }, { query: { format, delimiter, ...query } }) => {
      const { clientId } = actor;
      const facts = await platform.db.withTenant(clientId, findFacts, { readOnly: true });
      const { scope, channels } = inputOf(actor, query, facts);
      const { from, to } = scope.days;
      const table = await conversationTable(platform, { clientId, scope, channels });
      return tableFile(`conversations-${from}-${to}`, { format, delimiter }, table);
    },
  };
}
