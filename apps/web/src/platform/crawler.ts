/**
 * Crawlers for search engines and link previews, which never get the error page. The server has the same rule, for
 * crawlers that run no script.
 */
export function isCrawler(userAgent: string): boolean {
  return /bot\b|crawl|spider|slurp|facebookexternalhit|embedly|preview|archiver|whatsapp\//i.test(userAgent);
}
