import { renderLlmsText, renderReference, type OpenApiDocument } from '@porchlight/openapi';
import { DAY_MS } from '@porchlight/limits';
import { Router } from 'express';
import type { DownloadFile } from '../download-files';
import { POLICY } from './console';
import { createStaticRoute } from './static-response';

/** Validity of security.txt: less than a year (RFC 9116 2.5.5). */
const VALID_DAYS = 300;

/** The mailbox for reports of weaknesses that every domain has (RFC 2142). */
const securityText = (baseUrl: string, now: number): string =>
  [
    `Contact: mailto:security@${new URL(baseUrl).hostname}`,
    `Expires: ${new Date(now + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');

/** What the routes serve besides the description. */
interface ReferenceOptions {
  readonly baseUrl: string;
  /** The present time, ms since 1970. */
  readonly now: number;
  /** Packed SDKs and command line; empty if none are served. */
  readonly packages: readonly DownloadFile[];
}

/**
 * The pages of the API reference under /docs, rendered once from the description, the files of /docs/downloads, and the
 * texts for programs: /llms.txt and /.well-known/security.txt.
 */
export const referenceRoutes = (document: OpenApiDocument, { baseUrl, now, packages }: ReferenceOptions): Router => {
  const router = Router({ caseSensitive: true });
  for (const [path, text] of renderReference(document, packages))
    router.all(
      `/docs${path}`,
      createStaticRoute({
        content: text,
        type: path.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
        operation: 'docs',
        headers: { 'Content-Security-Policy': POLICY, 'X-Frame-Options': 'DENY' },
      }),
    );
  for (const { file, content } of packages)
    router.all(
      `/docs/downloads/${file}`,
      createStaticRoute({
        content,
        type: file.endsWith('.tgz') ? 'application/gzip' : 'application/zip',
        operation: 'docs.download',
        headers: { 'Content-Disposition': `attachment; filename="${file}"` },
        isCompressed: true,
      }),
    );
  const plain = (content: string, operation: string) =>
    createStaticRoute({ content, type: 'text/plain; charset=utf-8', operation });
  router.all('/llms.txt', plain(renderLlmsText(document, packages), 'llms'));
  router.all('/.well-known/security.txt', plain(securityText(baseUrl, now), 'security'));
  return router;
};
