import type { MessageError } from '@parley/contract/types';
import { type ClassifiedError, classifyError, type ProviderError } from '@parley/whatsapp-client';

/** The error that a failed message shows, from a classified provider error. */
export function presentProviderError(error: ClassifiedError): MessageError {
  const title = error.provider?.userTitle ?? error.provider?.title ?? null;
  const details = error.provider?.details ?? error.provider?.userMessage ?? null;
  return {
    code: error.code === null ? 'provider_error' : `whatsapp_${error.code}`,
    ...(error.code === null ? {} : { provider_code: error.code }),
    message: error.title,
    next_step: error.nextStep,
    ...(title === null ? {} : { provider_title: title }),
    ...(details === null ? {} : { details }),
  };
}

/** The same for an error in a webhook. @param error null when the webhook names none */
export function presentWebhookError(error: ProviderError | null): MessageError {
  return presentProviderError(classifyError(null, error));
}
