import type { Response } from 'express';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes untrusted text for HTML text and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Address of the style sheet of these pages. */
export const STYLE_PATH = '/oauth/style.css';

/** The style sheet. */
export const STYLE = `:root{color-scheme:light dark;--line:#8a8f98;--accent:#1f5fbf}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;padding:1rem}
main{width:100%;max-width:26rem}
h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
.brand{margin:0 0 1.5rem;font-weight:700;letter-spacing:.01em}
label,fieldset{display:block;margin:1rem 0 0}
input:not([type=radio]){display:block;width:100%;font:inherit;padding:.6rem;border:1px solid var(--line);border-radius:.4rem}
button{font:inherit;padding:.7rem 1.2rem;margin:1.25rem .5rem 0 0;border-radius:.4rem;border:1px solid var(--accent);cursor:pointer}
button.first{background:var(--accent);color:#fff}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
[role=alert]{border-left:.3rem solid #b3261e;padding:.4rem .8rem}
`;

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
<title>${escapeHtml(title)} – Porchlight</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<p class="brand">Porchlight</p>
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
