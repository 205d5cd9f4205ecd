/** An answer of RFC 6749 and its extensions to a program; the description is for whoever builds it. */
export class OAuthError extends Error {
  readonly code: string;
  readonly status: number;
  readonly retryAfterS: number | undefined;

  constructor(code: string, description: string, status = 400, retryAfterS?: number) {
    super(description);
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }

  present(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.message };
  }
}
