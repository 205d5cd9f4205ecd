/** Removes the startup image and the page's static text after the app has painted or failed. Idempotent. */
export function endStartup(): void {
  document.getElementById('startup')?.remove();
  document.getElementById('static')?.remove();
}
