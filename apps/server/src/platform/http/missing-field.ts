import { requiredText } from '@parley/contract/issue-text';
import { type AppError, invalid } from '../errors.ts';

/** 422 for a field that was left out. @param field a dotted path into the body */
export const missingField = (field: string): AppError => invalid(field, requiredText(field.split('.')));
