export { StagesDialog } from './components/deferred-stages-dialog.ts';
export { useAddStage } from './data/use-add-stage.ts';
export { useCurrency, useStages, useValueText } from './data/use-stages.ts';
