import type { SavedScenario } from '@parley/contract/types';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refuseUnseen } from './control.ts';
import { deleteScenario, listScenarios, type ScenarioRow, upsertScenario } from './scenario-repo.ts';

/** Most scenarios of one account. */
const most = 200;

/** Scenarios that an account stores for its sandbox. */
export function scenarioHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    async 'GET /api/sandbox/scenarios'({ actor }) {
      refuseUnseen(actor);
      const rows = await withTenant(actor.clientId, (tx) => listScenarios(tx, most), { readOnly: true });
      return { status: 200, body: { data: rows.map(present) } };
    },
    async 'POST /api/sandbox/scenarios'({ actor }, { body }) {
      refuseUnseen(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const kept = await listScenarios(tx, most);
        if (kept.length >= most && !kept.some(({ id }) => id === body.id)) {
          throw invalid('scenario', `An account keeps at most ${most} scenarios. Delete one first.`);
        }
        return upsertScenario(tx, body.id, body.scenario, actor.author);
      });
      return { status: row.made ? 201 : 200, body: present(row) };
    },
    async 'DELETE /api/sandbox/scenarios/{id}'({ actor }, { params }) {
      refuseUnseen(actor);
      const gone = isUuid(params.id) && (await withTenant(actor.clientId, (tx) => deleteScenario(tx, params.id)));
      if (!gone) {
        throw new AppError('not_found', { message: 'This scenario was not found.' });
      }
      return { status: 204, body: undefined };
    },
  };
}

function present({ id, scenario, created_by, created_at }: ScenarioRow): SavedScenario {
  return { id, scenario, created_by, created_at: created_at.toISOString() };
}
