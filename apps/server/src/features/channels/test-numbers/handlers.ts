import { randomInt } from 'node:crypto';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { TestNumber } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findCountry } from '../repo.ts';
import { refuseUnseen } from '../sandbox/control.ts';
import {
  deleteTestNumber,
  insertTestNumber,
  listTestNumbers,
  type NewTestNumber,
  type TestNumberRow,
} from './test-number-repo.ts';

/** The table has the same number of slots. */
const most = 10;

/** Real phones that test sends may reach. */
export function testNumberHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    async 'GET /api/sandbox/test-numbers'({ actor }) {
      refuseUnseen(actor);
      const rows = await withTenant(actor.clientId, listTestNumbers, { readOnly: true });
      return { status: 200, body: { data: rows.map(present) } };
    },
    async 'POST /api/sandbox/test-numbers'({ actor }, { body }) {
      refuseUnseen(actor);
      const { row, made } = await withTenant(actor.clientId, async (tx) => {
        const digits = parsePhone(body.phone_number, (await findCountry(tx, actor.clientId)) ?? '');
        if (digits === null) throw invalid('phone_number', 'This is not a phone number.');
        return keep(tx, {
          id: body.id,
          name: body.name,
          phone_number: digits,
          match_key: phoneMatchKey(digits),
          code: String(randomInt(1_000_000)).padStart(6, '0'),
          created_by: actor.author,
        });
      });
      return { status: made ? 201 : 200, body: present(row) };
    },
    async 'DELETE /api/sandbox/test-numbers/{id}'({ actor }, { params }) {
      refuseUnseen(actor);
      const gone = isUuid(params.id) && (await withTenant(actor.clientId, (tx) => deleteTestNumber(tx, params.id)));
      if (!gone) throw new AppError('not_found', { message: 'This test phone was not found.' });
      return { status: 204, body: undefined };
    },
  };
}

/** @throws AppError id_conflict; validation_failed for a number that is there, and for the eleventh */
async function keep(tx: TenantTx, number: NewTestNumber): Promise<{ row: TestNumberRow; made: boolean }> {
  // When two calls take the same free slot, one of them tries again.
  for (let tries = 0; tries < most; tries += 1) {
    const row = await insertTestNumber(tx, number);
    if (row !== null) return { row, made: true };
    const rows = await listTestNumbers(tx);
    const same = rows.find(({ id }) => id === number.id);
    if (same !== undefined) {
      if (same.name === number.name && same.match_key === number.match_key) return { row: same, made: false };
      throw new AppError('id_conflict', { message: 'Another test phone has this id.' });
    }
    if (rows.some(({ match_key }) => match_key === number.match_key)) {
      throw invalid('phone_number', 'This phone is already on the list.');
    }
    if (rows.length >= most) {
      throw invalid('phone_number', `An account has at most ${most} test phones. Remove one first.`);
    }
  }
  throw new Error('a place for a test phone could not be taken');
}

function present({ id, name, phone_number, code, verified_at, created_by, created_at }: TestNumberRow): TestNumber {
  return {
    ...{ id, name, phone_number, created_by },
    state: verified_at === null ? 'WAITING' : 'VERIFIED',
    code: verified_at === null ? code : null,
    verified_at: verified_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
