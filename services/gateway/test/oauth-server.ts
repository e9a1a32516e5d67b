import type {
  ExchangeTokenRequest,
  ExchangeTokenResponse,
  IssueCodeRequest,
  SessionPrincipal,
} from '@porchlight/contracts';
import { createEdgeApp, readBody, type Served } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Clock } from '@porchlight/runtime';
import { exchange } from '@porchlight/testkit/src/exchange';
import { listen } from '@porchlight/testkit/src/listen';
import type { IncomingHttpHeaders } from 'node:http';
import { GATEWAY, type AuthClients } from '../src/auth-clients';
import { createUnknownLimit } from '../src/unknown-credentials';
import { readForm } from '../src/oauth/read-form';
import { SESSION_COOKIE } from '../src/sessions/session-cookie';
import { signInRoutes } from '../src/sign-in-routes';

export const ISSUER = 'https://api.example.test';
export const CALLBACK = 'https://app.example.com/callback?tenant=1';
/** Address on the computer of a developer; only apps for development have one. */
export const LOCAL_CALLBACK = 'http://localhost:3000/callback';
export const CLIENT_ID = 'app-7-AAAAAAAAAAAAAAAAAAAAAA';
export const SECRET = 'S'.repeat(43);
export const CODE = 'C'.repeat(59);
export const TOKEN = 'T'.repeat(43);
export const CSRF = 'f'.repeat(64);
export const PASSWORD = 'correct horse battery';
/** Code of the second factor. */
export const ONE_TIME_CODE = '918273';
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const RECOVERY_CODE = 'abcd-efgh-jkmn';
const APP_NAME = 'Dialer <script>alert(1)</script>';
/** Secrets that no log line may contain. */
export const SECRETS = [
  SECRET,
  CODE,
  TOKEN,
  CSRF,
  PASSWORD,
  ONE_TIME_CODE,
  TOTP_SECRET,
  RECOVERY_CODE,
  'ACCESS.TOKEN.X',
  'R'.repeat(59),
];

export const principal: SessionPrincipal = {
  accountId: 7,
  accountName: 'Sunny <b>Homes</b>',
  userId: 3,
  userName: 'Ann Agent',
  email: 'ann@example.com',
  role: 'Agent',
  csrfToken: CSRF,
  sessionId: 's1',
  emailConfirmed: true,
};

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, any>;
}

/** The routes of the authorization server over plain HTTP, with a fake auth service. */
export const startOauthServer = async () => {
  const lines: Served[] = [];
  const faults: unknown[] = [];
  const calls: {
    exchange: ExchangeTokenRequest[];
    issue: IssueCodeRequest[];
    ended: string[];
    revoked: string[];
    proven: object[];
    chosen: string[][];
    confirmations: string[];
  } = { exchange: [], issue: [], ended: [], revoked: [], proven: [], chosen: [], confirmations: [] };
  const state = {
    appName: APP_NAME,
    answer: {
      error: '',
      errorDescription: '',
      accessToken: 'ACCESS.TOKEN.X',
      refreshToken: 'R'.repeat(59),
      expiresIn: 3600,
      scopes: [] as string[],
    } as ExchangeTokenResponse,
    app: { accountId: 7, development: false },
    limited: false,
    accounts: [] as { id: number; name: string }[],
    secondFactor: false,
  };
  const signedIn = { token: TOKEN, principal, device: `${'d'.repeat(22)}.7.3.${'0'.repeat(64)}` };
  const oauth = {
    findClient: async ({ clientId }: { clientId: string }) =>
      clientId === CLIENT_ID
        ? { found: true, name: state.appName, redirectUris: [CALLBACK, LOCAL_CALLBACK], ...state.app }
        : { found: false, name: '', redirectUris: [], accountId: 0, development: false },
    issueCode: async (request: IssueCodeRequest) => (calls.issue.push(request), { code: CODE }),
    exchangeToken: async (request: ExchangeTokenRequest) => {
      calls.exchange.push(request);
      if (state.limited) throw refuse('RATE_LIMITED', { seconds: 42 });
      const good = request.client?.clientId === CLIENT_ID && request.client.clientSecret === SECRET;
      return good
        ? state.answer
        : { ...state.answer, error: 'invalid_client', errorDescription: 'no', accessToken: '', refreshToken: '' };
    },
    revokeToken: async ({ token }: { token: string }) => (
      calls.revoked.push(token),
      { error: '', errorDescription: '' }
    ),
    getSigningKeys: async () => ({
      jwks: JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'k' }] }),
    }),
  };
  const sessions = {
    verifySession: async ({ token }: { token: string }) => (token === TOKEN ? { principal } : {}),
    signIn: async ({ password, accountId, code }: { password: string; accountId: number; code: string }) => {
      if (state.limited) throw refuse('RATE_LIMITED', { seconds: 42 });
      if (password !== PASSWORD) throw refuse('UNAUTHENTICATED');
      if (state.secondFactor && code !== ONE_TIME_CODE) throw refuse('SECOND_FACTOR', code === '' ? {} : { wrong: 1 });
      return state.accounts.length > 0 && accountId === 0 ? { accounts: state.accounts } : { signedIn, accounts: [] };
    },
    endSession: async ({ token }: { token: string }) => (calls.ended.push(token), {}),
    listSessions: async () => ({
      sessions: [
        { id: 's1', created: new Date(0), lastUsed: new Date(0), address: '192.0.2.1', agent: 'x', current: true },
      ],
    }),
    revokeSession: async ({ sessionId }: { sessionId: string }) => {
      if (sessionId !== 's1') throw refuse('NOT_FOUND', { what: 'session' });
      return {};
    },
    signUp: async () => ({}),
    confirmSignUp: async () => ({ signedIn }),
    readInvitation: async ({ token }: { token: string }) => {
      if (token !== 'mailed') throw refuse('NOT_FOUND', { what: 'valid link' });
      return { accountName: 'Harbor Lane Homes', invitedBy: 'Olive Owner', email: 'ann@example.com' };
    },
    acceptInvitation: async () => ({ signedIn }),
    resetPassword: async () => ({}),
    requestEmailConfirmation: async ({ token }: { token: string }) => (calls.confirmations.push(token), {}),
    confirmEmail: async ({ token }: { token: string }) => {
      if (token !== 'mailed') throw refuse('NOT_FOUND', { what: 'valid link' });
      return { email: 'ann@example.com' };
    },
    choosePassword: async ({ revoke }: { revoke: string[] }) => {
      calls.chosen.push(revoke);
      return state.secondFactor ? {} : { signedIn };
    },
    readSecondFactor: async () => ({ enabled: state.secondFactor, recoveryCodesLeft: 3 }),
    beginSecondFactor: async ({ password }: { password: string }) => {
      if (password !== PASSWORD) throw refuse('WRONG_PASSWORD');
      return { secret: TOTP_SECRET, uri: `otpauth://totp/Porchlight:x?secret=${TOTP_SECRET}` };
    },
    confirmSecondFactor: async ({ code }: { code: string }) => {
      if (code !== ONE_TIME_CODE) throw refuse('SECOND_FACTOR', { wrong: 1 });
      return { recoveryCodes: [RECOVERY_CODE] };
    },
    endSecondFactor: async (request: object) => (calls.proven.push(request), {}),
    transferOwnership: async (request: object) => (calls.proven.push(request), {}),
  };
  const limitSessions = createUnknownLimit({
    clock: { now: () => 0 } as Clock,
    getClientNetwork: () => '192.0.2.1',
    perMinute: LIMITS.unknownSessionsPerMinute.value,
  });
  const clients = {
    oauth,
    sessions,
    limitSessions,
    as: { actor: GATEWAY, timeoutMs: 1_000 },
  } as unknown as AuthClients;
  let n = 0;
  const app = createEdgeApp(
    {
      now: () => 0,
      requestId: () => `r${++n}`,
      served: (line) => lines.push(line),
      fault: (error) => faults.push(error),
    },
    (express) => {
      signInRoutes(express, {
        clients,
        issuer: ISSUER,
        getClientAddress: () => '192.0.2.1',
        body: readBody(),
        readForm: readForm({}),
      });
    },
  );
  const { port, stop } = await listen(app);

  const send = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Reply> => {
    const { bytes, ...answer } = await exchange({ port, method, path, headers }, body);
    const text = bytes.toString();
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && text !== '';
    return { ...answer, text, json: isJson ? JSON.parse(text) : {} };
  };
  const form = (path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
    send('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
  const json = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(method, path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

  return {
    lines,
    faults,
    calls,
    state,
    send,
    form,
    json,
    cookie: { cookie: `${SESSION_COOKIE}=${TOKEN}` },
    basic: (id = CLIENT_ID, secret = SECRET) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    }),
    reset: () => {
      calls.exchange.length = calls.issue.length = calls.ended.length = calls.revoked.length = calls.proven.length = 0;
      state.secondFactor = false;
      state.limited = false;
      state.appName = APP_NAME;
      state.app = { accountId: 7, development: false };
      state.accounts = [];
    },
    stop,
  };
};

export type OauthServer = Awaited<ReturnType<typeof startOauthServer>>;
