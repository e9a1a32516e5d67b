import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { ToolProblem, findUser, type Connection, type ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';

const CALLBACK = 'https://bench.example/callback';
const TIMEOUT_MS = 15_000;

export interface BearerToken {
  readonly accessToken: string;
  /** Deletes the app and its token. */
  remove(): Promise<void>;
}

/** Parses the hidden fields of a form. */
export const parseHiddenFields = (html: string): Record<string, string> => {
  const text = (value: string): string =>
    value
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&');
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      text(value),
    ]),
  );
};

/** An OAuth app with a signed-in owner who approves each request. */
export interface OauthAppOfBench {
  readonly clientId: string;
  readonly clientSecret: string;
  approve(): Promise<{ readonly accessToken: string; readonly refreshToken: string }>;
  /** Deletes the app and its tokens. */
  remove(): Promise<void>;
}

/** Creates an OAuth app and signs the account's owner in. */
export const openOauthApp = async (
  client: ServiceClient,
  connection: Connection,
  account: ConnectionAccount,
): Promise<OauthAppOfBench> => {
  const { email, password } = findUser(account, 'owner');
  if (!password) throw new ToolProblem(`The connection file has no password of the owner of account ${account.id}.`);
  const made = await client.call({
    method: 'POST',
    path: '/v1/oauthApps',
    json: { name: `Bench ${randomBytes(4).toString('hex')}`, redirectUris: [CALLBACK] },
  });
  if (made.status !== 201) throw new Error(`POST /v1/oauthApps gave ${made.status} ${made.body?.errorMessage ?? ''}`);
  const { id, clientId, clientSecret } = made.body as { id: number; clientId: string; clientSecret: string };
  const browser = openBrowser(connection);
  const remove = async (): Promise<void> => {
    await browser.close();
    await client.call({ method: 'DELETE', path: `/v1/oauthApps/${id}` });
  };
  const address = `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, state: 'bench' }).toString()}`;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const approve = async (): Promise<{ accessToken: string; refreshToken: string }> => {
    const landed = await browser.post('/oauth/consent', {
      ...parseHiddenFields(await browser.open(address)),
      decision: 'approve',
    });
    const code = new URL(landed).searchParams.get('code');
    if (!code) throw new Error('The consent gave no code.');
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }).toString();
    const token = await client.call({
      method: 'POST',
      path: '/oauth/token',
      system: false,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    if (token.status !== 200) throw new Error(`POST /oauth/token gave ${token.status} ${token.body?.error ?? ''}`);
    return { accessToken: token.body.access_token as string, refreshToken: token.body.refresh_token as string };
  };
  try {
    await browser.post('/oauth/signIn', { ...parseHiddenFields(await browser.open(address)), email, password });
    return { clientId, clientSecret, approve, remove };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
};

/** An access token of an OAuth app of the account's owner. */
export const obtainBearerToken = async (
  client: ServiceClient,
  connection: Connection,
  account: ConnectionAccount,
): Promise<BearerToken> => {
  const { approve, remove } = await openOauthApp(client, connection, account);
  try {
    return { accessToken: (await approve()).accessToken, remove };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
};

/** A client that stores cookies, opens pages and submits forms. */
const openBrowser = (connection: Connection) => {
  const agent = new Agent({ connections: 1, connect: { ca: readFileSync(connection.caFile), timeout: 5_000 } });
  const jar = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body?: string,
  ): Promise<{ status: number; location: string; text: string }> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { ...(cookie && { cookie }), ...form };
    const answer = await request(new URL(path, connection.baseUrl), {
      dispatcher: agent,
      method,
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: answer.statusCode,
      location: String(answer.headers['location'] ?? ''),
      text: await answer.body.text(),
    };
  };
  return {
    /** Opens a page and follows at most one redirect. */
    async open(path: string): Promise<string> {
      let page = await send('GET', path);
      if (page.status === 302 && page.location.startsWith('/')) page = await send('GET', page.location);
      if (page.status !== 200) throw new Error(`GET ${path.split('?')[0]} gave ${page.status}.`);
      return page.text;
    },
    /** Submits a form and returns the redirect target. */
    async post(path: string, fields: Record<string, string>): Promise<string> {
      const { status, location } = await send('POST', path, new URLSearchParams(fields).toString());
      if (status !== 303) throw new Error(`POST ${path} gave ${status}.`);
      return location;
    },
    close: () => agent.destroy(),
  };
};
