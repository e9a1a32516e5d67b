import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { unique } from './client';
import { readConnection } from './connection';
import { findBrowser } from './find-browser';
import { signUp } from './sign-up';

/** The password of every user that the console tests create. */
export const CONSOLE_PASSWORD = 'correct horse battery';

/** A browser context with the session of one user. */
export interface ConsoleUser {
  readonly context: BrowserContext;
  /** Sends a request with the session's cookie and CSRF token; throws unless the status is 2xx. */
  send<T>(method: string, path: string, data?: object): Promise<T>;
}

/** Loaded in each window of Chromium, although no test uses the address bar: 0.5 s of CPU per browser context. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Playwright disables these; Chromium reads only the last list. */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  `--disable-features=${[...ADDRESS_BAR, ...DISABLED_BY_PLAYWRIGHT].join(',')}`,
];

/** Starts the Chromium on the PATH. */
export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findBrowser()!, args: ARGS });

const openContext = async (browser: Browser): Promise<BrowserContext> => {
  const { baseUrl } = readConnection();
  const context = await browser.newContext({ baseURL: baseUrl, ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  return context;
};

const userIn = (context: BrowserContext): ConsoleUser => ({
  context,
  send: async <T>(method: string, path: string, data?: object): Promise<T> => {
    const { csrfToken } = (await (await context.request.get('/session')).json()) as { csrfToken: string };
    const headers = { 'x-csrf-token': csrfToken };
    const response = await context.request.fetch(path, { method, headers, ...(data && { data }) });
    if (!response.ok()) throw new Error(`${method} ${path} returned ${response.status()}: ${await response.text()}`);
    return (await response.json()) as T;
  },
});

/** Creates an account and signs its owner in. */
export const signUpOwner = async (browser: Browser, accountName: string): Promise<ConsoleUser & { email: string }> => {
  const context = await openContext(browser);
  const email = `owner-${unique()}@example.com`;
  const send = async (method: string, path: string, data: object) => {
    const response = await context.request.fetch(path, { method, data });
    return { status: response.status(), json: (await response.json()) as unknown };
  };
  const owner = { accountName, firstName: 'Olive', lastName: 'Owner', email, password: CONSOLE_PASSWORD };
  const { status } = await signUp(send, owner);
  if (status !== 201) throw new Error(`The sign-up returned ${status}.`);
  return { ...userIn(context), email };
};

/** Invites an agent to the owner's account and accepts the invitation in a context of its own. */
export const joinAgent = async (browser: Browser, owner: ConsoleUser): Promise<ConsoleUser & { id: number }> => {
  const names = { firstName: 'Alan', lastName: 'Agent', email: `agent-${unique()}@example.com`, role: 'Agent' };
  const invited = await owner.send<{ id: number; invitationUrl: string }>('POST', '/v1/users', names);
  const context = await openContext(browser);
  const token = new URL(invited.invitationUrl).searchParams.get('token');
  const data = { token, password: CONSOLE_PASSWORD };
  const response = await context.request.post('/session/acceptInvitation', { data });
  if (!response.ok()) throw new Error(`The invitation returned ${response.status()}: ${await response.text()}`);
  return { ...userIn(context), id: invited.id };
};
