import { type GraphCall, numberOf } from './graph-call.ts';
import { invalidParameter } from './graph-error.ts';

/** Events come from webhooks that are added in Parley; a program that only makes sure of them goes on. */
export async function subscribe(call: GraphCall): Promise<object> {
  await numberOf(call);
  if (call.body['override_callback_uri'] != null) {
    throw invalidParameter('Add the address as a webhook of the format “WhatsApp Cloud API” in Parley.');
  }
  return { success: true };
}
