import { escapeHtml } from '@porchlight/text';
import type { Response } from 'express';

/** Style sheets of the console: its colors, and the look of these pages. */
export const STYLE_SHEETS = ['/console/tokens.css', '/console/pages.css'] as const;

/** A page of the authorization flow. */
export interface Page {
  readonly title: string;
  /** HTML; the caller escapes untrusted text. */
  readonly body: string;
  /** Origins besides our own that a form may redirect to. */
  readonly formTargets?: readonly string[];
}

/** Headers of every page: no scripts, no framing, no caching. */
export const pageHeaders = (formTargets: readonly string[] = []): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // Own forms send their origin; other sites do not receive the address.
  'Referrer-Policy': 'same-origin',
});

/** Sends an HTML page. */
export const sendPage = (res: Response, status: number, { title, body, formTargets }: Page): void => {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Porchlight</title>
<link rel="icon" href="/console/favicon.svg" type="image/svg+xml">
${STYLE_SHEETS.map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
</head>
<body>
<header>
<p class="brand"><img src="/console/favicon.svg" alt="" width="28" height="28"> Porchlight</p>
</header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
  const payload = Buffer.from(html);
  res.writeHead(status, { ...pageHeaders(formTargets), 'Content-Length': String(payload.length) });
  res.end(payload);
};
