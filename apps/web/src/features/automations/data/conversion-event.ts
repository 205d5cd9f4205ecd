import type { StepOf } from '@parley/contract/types';

export type ConversionEvent = StepOf<'conversion'>['event'];
