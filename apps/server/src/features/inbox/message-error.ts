import type { MessageError } from '@parley/contract/types';
import { type ClassifiedError, classifyError, type ProviderError } from '@parley/whatsapp-client';

/** The words a failed message carries, from a classified provider error. */
export function presentProviderError(error: ClassifiedError): MessageError {
  return {
    code: error.code === null ? 'provider_error' : `whatsapp_${error.code}`,
    ...(error.code === null ? {} : { provider_code: error.code }),
    message: error.title,
    next_step: error.nextStep,
  };
}

/** The words for an error that came in a webhook; null when it came without one. */
export function presentWebhookError(error: ProviderError | null): MessageError {
  return presentProviderError(classifyError(null, error));
}
