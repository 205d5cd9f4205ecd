/** Milliseconds until an object URL is revoked after it was released. */
const revokedAfterMs = 60_000;

/**
 * Revokes an object URL once nothing can still be loading it. The browser resolves the URL of an image or a download
 * some time after it was set; a URL that is revoked in between fails with ERR_FILE_NOT_FOUND.
 */
export function releaseObjectUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), revokedAfterMs);
}
