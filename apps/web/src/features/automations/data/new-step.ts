import type { FlowStep, FlowStepKind } from '@parley/contract/types';
import { newStepId } from './flow-edit.ts';

/** A step of a kind with nothing filled in. */
export function newStep(kind: FlowStepKind): FlowStep {
  const id = newStepId();
  const next = null;
  switch (kind) {
    case 'send_text':
    case 'ask_number':
    case 'note':
      return { id, kind, text: '', next };
    case 'send_buttons':
      return { id, kind, text: '', buttons: [{ id: newStepId(), title: '' }], next };
    case 'send_list':
      return { id, kind, text: '', button: '', rows: [{ id: newStepId(), title: '', description: '' }], next };
    case 'send_template':
      return { id, kind, template_id: null, values: {}, next };
    case 'ask':
      return {
        ...{ id, kind, text: '', answer: 'text', choices: [], save_to: { kind: 'variable', name: '' } },
        ...{ retries: 1, retry_text: '', timeout_minutes: 1_440, next, otherwise: null },
      };
    case 'send_media':
      return { id, kind, media: 'image', media_id: null, filename: '', caption: '', next };
    case 'call_url':
      return {
        ...{ id, kind, method: 'POST', url: '', headers: [], body: '', save: [], sample: '' },
        ...{ next, otherwise: null },
      };
    case 'conversion':
      return { id, kind, event: 'LeadSubmitted', worth: 'none', amount: '', next, otherwise: null };
    case 'branch':
      return { id, kind, arms: [{ name: '', conditions: [], next: null }], otherwise: null };
    case 'intent':
      return {
        ...{ id, kind, intents: [{ id: newStepId(), name: '', about: '', next }] },
        ...{ min_confidence: 70, sample: null, otherwise: null },
      };
    case 'wait':
      return { id, kind, minutes: 60, next };
    case 'go_to':
      return { id, kind, step: null };
    case 'assign':
      return { id, kind, to: { kind: 'round_robin', group_id: null }, next };
    case 'label':
    case 'list':
      return { id, kind, add: [], remove: [], next };
    case 'stage':
      return { id, kind, stage_id: null, next };
    case 'field':
      return { id, kind, name: '', value: '', next };
    case 'opt_out':
      return { id, kind, active: true, next };
    case 'done':
      return { id, kind, next };
    case 'hand_over':
      return { id, kind, to: { kind: 'round_robin', group_id: null } };
    case 'stop':
      return { id, kind };
  }
}
