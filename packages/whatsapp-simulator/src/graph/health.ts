import type { HealthFault } from '../control-types.ts';
import type { Account } from '../storage/accounts.ts';
import { decimalId } from './ids.ts';

type Entity = HealthFault['entity'];

const solutions: Readonly<Record<Entity, { code: number; description: string; solution: string }>> = {
  PHONE_NUMBER: {
    code: 141006,
    description: 'There is a problem with this phone number',
    solution: 'Register the number, and look at its state in the WhatsApp Manager',
  },
  WABA: {
    code: 141010,
    description: 'The WhatsApp Business Account has been restricted',
    solution: 'Open the account quality page and follow what it asks for',
  },
  BUSINESS: {
    code: 141012,
    description: 'The business portfolio may not send messages',
    solution: 'Complete the verification of the business and add a payment method',
  },
  APP: {
    code: 141014,
    description: 'The app may not call the API',
    solution: 'Look at the alerts of the app in its dashboard',
  },
};

const states = ['AVAILABLE', 'LIMITED', 'BLOCKED'] as const;

/** `health_status` of the number, its account, or a template: the worst of all entities involved. */
export function healthOf(account: Account, node: 'PHONE_NUMBER' | 'WABA' | 'MESSAGE_TEMPLATE', nodeId: string) {
  const { phone_number_id, waba_id } = account;
  const way: [string, string][] = [
    ...(node === 'PHONE_NUMBER' ? [['PHONE_NUMBER', phone_number_id] satisfies [string, string]] : []),
    ...(node === 'MESSAGE_TEMPLATE' ? [['MESSAGE_TEMPLATE', nodeId] satisfies [string, string]] : []),
    ['WABA', waba_id],
    ['BUSINESS', decimalId(`business ${waba_id}`)],
    ['APP', appIdOf(account)],
  ];
  const entities = way.map(([entity_type, id]) => entityOf(account, entity_type, id));
  const worst = Math.max(...entities.map(({ can_send_message }) => states.indexOf(can_send_message)));
  return { can_send_message: states[worst] ?? 'AVAILABLE', entities };
}

/** The app whose token the account has; stable for the account. */
export function appIdOf({ waba_id }: Account): string {
  return decimalId(`app ${waba_id}`);
}

function entityOf(account: Account, entity_type: string, id: string) {
  const fault = account.faults.health;
  const unregistered = entity_type === 'PHONE_NUMBER' && !account.registered;
  if (!unregistered && fault?.entity !== entity_type) {
    return { entity_type, id, can_send_message: 'AVAILABLE' as const };
  }
  const { code, description, solution } = solutions[unregistered ? 'PHONE_NUMBER' : (fault?.entity ?? 'WABA')];
  return {
    entity_type,
    id,
    can_send_message: unregistered ? ('BLOCKED' as const) : (fault?.state ?? ('BLOCKED' as const)),
    errors: [{ error_code: code, error_description: description, possible_solution: solution }],
  };
}
