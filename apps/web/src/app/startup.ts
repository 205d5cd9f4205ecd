/** Takes away the startup image and the page's static text: the app has painted, or failed. Harmless to repeat. */
export function endStartup(): void {
  document.getElementById('startup')?.remove();
  document.getElementById('static')?.remove();
}
