import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { MongoClient, type Db } from 'mongodb';
import { serveOnLoopback } from '@porchlight/tools/src/receiver/loopback-server';

export interface OidcBaselineOptions {
  /** Database server of the stack. The baseline uses a separate database and drops it at the end. */
  readonly mongodbUri: string;
  readonly database: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** Refresh tokens, one per grant. */
  readonly chains: number;
}

export interface OidcBaselineReady {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshTokens: readonly string[];
}

type Payload = Record<string, unknown>;

/** Keeps the models of oidc-provider as its own example for MongoDB does: one collection a model, found by `_id`. */
const createAdapter = (db: Db) =>
  class {
    private readonly rows;
    constructor(name: string) {
      this.rows = db.collection<{ _id: string; payload: Payload; expiresAt?: Date }>(name);
    }
    async upsert(_id: string, payload: Payload, expiresIn?: number): Promise<void> {
      await this.rows.updateOne(
        { _id },
        { $set: { payload, ...(expiresIn && { expiresAt: new Date(Date.now() + expiresIn * 1_000) }) } },
        { upsert: true },
      );
    }
    async find(_id: string): Promise<Payload | undefined> {
      return (await this.rows.findOne({ _id }))?.payload;
    }
    async consume(_id: string): Promise<void> {
      await this.rows.updateOne({ _id }, { $set: { 'payload.consumed': Math.floor(Date.now() / 1_000) } });
    }
    async destroy(_id: string): Promise<void> {
      await this.rows.deleteOne({ _id });
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      await this.rows.deleteMany({ 'payload.grantId': grantId });
    }
    async findByUid(): Promise<undefined> {
      return undefined;
    }
    async findByUserCode(): Promise<undefined> {
      return undefined;
    }
  };

const RESOURCE = 'https://api.bench.example';

/**
 * The baseline of the token endpoint: oidc-provider in one process, its records in the same database, rotating refresh
 * tokens, access tokens signed with EdDSA and not stored, no ID token.
 */
export const startOidcBaseline = async ({
  mongodbUri,
  database,
  certFile,
  keyFile,
  chains,
}: OidcBaselineOptions): Promise<OidcBaselineReady & { stop(): Promise<void> }> => {
  // oidc-provider has no types and is a dev dependency, so it is loaded on demand.
  const { Provider } = (await import('oidc-provider' as string)) as { Provider: any };
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 5_000 });
  const db = client.db(database);
  await db.dropDatabase();
  let answer: RequestListener = (_req, res) => res.writeHead(503).end();
  const server = await serveOnLoopback({ certFile, keyFile }, (req, res) => answer(req, res));
  const { port } = server;
  const [clientId, clientSecret] = ['bench', randomBytes(32).toString('base64url')];
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const provider = new Provider(`https://localhost:${port}`, {
    adapter: createAdapter(db),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        id_token_signed_response_alg: 'EdDSA',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['https://bench.example/callback'],
      },
    ],
    jwks: { keys: [{ ...key, alg: 'EdDSA', use: 'sig', kid: 'bench' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes: ['api', 'offline_access'],
    rotateRefreshToken: () => true,
    findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    ttl: { AccessToken: 3_600, RefreshToken: 7_776_000, Grant: 7_776_000 },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'api',
          audience: RESOURCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3_600,
          jwt: { sign: { alg: 'EdDSA' } },
        }),
      },
    },
  });
  const registered = await provider.Client.find(clientId);
  const refreshTokens: string[] = [];
  for (let at = 0; at < chains; at += 1) {
    const accountId = `user${at}`;
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope('offline_access');
    grant.addResourceScope(RESOURCE, 'api');
    const grantId = (await grant.save()) as string;
    const token = new provider.RefreshToken({
      accountId,
      client: registered,
      grantId,
      scope: 'api offline_access',
      resource: RESOURCE,
      gty: 'authorization_code',
      authTime: Math.floor(Date.now() / 1_000),
      claims: {},
    });
    refreshTokens.push((await token.save()) as string);
  }
  answer = provider.callback() as RequestListener;
  return {
    port,
    clientId,
    clientSecret,
    refreshTokens,
    async stop() {
      await server.stop();
      await db.dropDatabase();
      await client.close();
    },
  };
};
