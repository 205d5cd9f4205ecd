/** For other features, which show it rarely. */
export async function loadStagesDialog() {
  return (await import('./stages-dialog.tsx')).StagesDialog;
}
