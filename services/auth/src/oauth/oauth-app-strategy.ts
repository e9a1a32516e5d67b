import { oauthAppDeleted, type OauthApp } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import {
  column,
  type Columns,
  type Document,
  type Draft,
  type StoreCall,
  type Stored,
  type Strategy,
  updateOnly,
} from '@porchlight/store';
import { contextualizeClientSecret, generateClientId, generateClientSecret } from './client-credentials';

export const oauthAppColumns = {
  name: column.text,
  redirectUris: column.listOf(column.text),
  clientId: column.text,
  secretHash: column.text,
  /** The system that created it; absent for apps of earlier versions. */
  system: column.optional(column.text),
  development: column.optional(column.onlyTrue),
  /** Counts as deleted while it is Disabled; absent: Active. */
  status: column.optional(column.text),
} satisfies Columns;

/** A third-party application; only a keyed hash of its secret is stored. */
export interface OauthAppDocument extends Document, Stored<typeof oauthAppColumns> {}

interface OauthAppRules {
  readonly random: (bytes: number) => Buffer;
  readonly hash: (text: string) => string;
}

/** A draft, and the secret in plain text for the response. */
interface NewOauthApp {
  readonly draft: Draft<OauthAppDocument>;
  readonly secret: string;
}

export type OauthAppStrategy = Strategy<OauthApp, OauthAppDocument> & {
  createDraft(call: StoreCall, input: OauthApp): Promise<NewOauthApp>;
};

/** An address on the computer of the developer (RFC 8252 7.3), with its port. */
const LOCAL_URI = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::[1-9]\d{0,4})?(?:[/?]|$)/;

/**
 * Returns why a redirect URI is not allowed; undefined if it is. https only and without a fragment (decisions section
 * 8; RFC 6749 3.1.2). Addresses that a parser would normalize are refused, because they are compared as text.
 */
const redirectUriProblem = (uri: string, development: boolean): string | undefined => {
  const isLocal = development && LOCAL_URI.test(uri);
  if (!(isLocal || /^https:\/\/[^/\\]/.test(uri)) || !URL.canParse(uri))
    return development
      ? 'must be an absolute address that begins with https://, http://localhost or http://127.0.0.1'
      : 'must be an absolute https:// address';
  if (/[\s\\\p{Cc}]/u.test(uri)) return 'must not contain spaces, backslashes or control characters';
  const { username, password, hash, hostname } = new URL(uri);
  if (username !== '' || password !== '' || uri.slice(8).split(/[/?]/, 1)[0]!.includes('@'))
    return 'must not contain user information';
  if (hash !== '' || uri.includes('#')) return 'must not contain a fragment';
  if (hostname.includes('*')) return 'must name one host';
  return undefined;
};

const checkUris = (uris: readonly string[], development: boolean): string[] => {
  const distinct = [...new Set(uris)];
  const problems = distinct
    .map((uri) => [uri, redirectUriProblem(uri, development)] as const)
    .filter(([, problem]) => problem !== undefined);
  if (distinct.length === 0) throw invalidBody("Field 'redirectUris' must name at least one address.");
  if (problems.length > 0)
    throw invalidBody(
      problems.map(([uri, problem]) => `Field 'redirectUris' ${problem}: ${uri.slice(0, 200)}.`).join(' '),
    );
  return distinct;
};

/**
 * Rules of apps: https redirect URIs only, except for development (D13.10); the client id and secret are generated and
 * do not change (decisions section 8).
 */
export const createOauthAppStrategy = ({ random, hash }: OauthAppRules): OauthAppStrategy => ({
  async createDraft(call, input) {
    const { clientId, secret } = await memoize(call, 'credentials', () => ({
      clientId: generateClientId(call.actor.accountId, random),
      secret: generateClientSecret(random),
    }));
    return {
      secret,
      draft: {
        name: input.name ?? '',
        redirectUris: checkUris(input.redirectUris, input.development === true),
        clientId,
        secretHash: hash(contextualizeClientSecret(secret)),
        status: input.status ?? 'Active',
        ...(call.actor.system !== undefined && { system: call.actor.system }),
        ...(input.development && { development: true as const }),
      },
    };
  },
  prepare: updateOnly<OauthApp, OauthAppDocument>((_call, before, { input, mask }) => {
    const development = before.development === true;
    // Users of other accounts may have authorized it, or its addresses may be those of a computer.
    if (mask.has('development') && input.development !== development)
      throw invalidBody("Field 'development' cannot be changed. Create another app instead.");
    return {
      ...before,
      name: mask.has('name') ? (input.name ?? '') : before.name,
      redirectUris: mask.has('redirectUris') ? checkUris(input.redirectUris, development) : before.redirectUris,
      status: mask.has('status') ? input.status : before.status,
    };
  }),
  render: ({ status = 'Active', development = false }) => ({ status, development }),
  events(before, after) {
    // Its grants end, also those of users of other accounts.
    return before && !after ? [oauthAppDeleted.event({ clientId: before.clientId })] : [];
  },
});
