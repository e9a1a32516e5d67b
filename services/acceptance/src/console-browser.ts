import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { eventually, findBrowser, requireTool } from '@porchlight/testkit';
import { readRetryAfter, repeatWhileBusy, unique } from './client';
import { readConnection } from './stack-connection';
import { signUp } from './sign-up-account';

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

/** Tests that need a browser. */
export const { describe: describeInBrowser } = requireTool('Chromium', findBrowser() !== undefined);

/** Starts the Chromium on the PATH. */
export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findBrowser()!, args: ARGS });

/** Opens a browser context for the running stack. */
export const openContext = async (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const { baseUrl } = readConnection();
  const context = await browser.newContext({
    baseURL: baseUrl,
    ignoreHTTPSErrors: true,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  return context;
};

/** A violation of an accessibility rule. */
export interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly {
    readonly target: readonly (string | readonly string[])[];
    readonly failureSummary: string;
  }[];
}

/**
 * Checks the accessibility of a page. The script is injected by the debugger protocol, because the content security
 * policy of the page blocks others.
 */
export const findViolations = async (page: Page, options: object = {}): Promise<Finding[]> => {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`);
};

export const isSerious = ({ impact }: Finding): boolean => impact === 'serious' || impact === 'critical';

/** Reloads the page until it shows an element. */
export const reloadUntil = (page: Page, element: Locator, timeoutMs = 2_000): Promise<void> =>
  eventually(
    async () => {
      await page.reload();
      await element.waitFor({ timeout: timeoutMs });
    },
    { intervalMs: 500 },
  );

/** Chooses an entry of the account menu, such as `Sign out`. */
export const chooseInAccountMenu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name }).click();
};

/** The user whose session a context has. */
export const userIn = (context: BrowserContext): ConsoleUser => ({
  context,
  send: async <T>(method: string, path: string, data?: object): Promise<T> => {
    const { csrfToken } = (await (await context.request.get('/session')).json()) as { csrfToken: string };
    const headers = { 'x-csrf-token': csrfToken };
    const response = await repeatWhileBusy(
      () => context.request.fetch(path, { method, headers, ...(data && { data }) }),
      (answer) => readRetryAfter(answer.status(), answer.headers()['retry-after']),
    );
    if (!response.ok()) throw new Error(`${method} ${path} returned ${response.status()}: ${await response.text()}`);
    return (await response.json()) as T;
  },
});

/** Creates an account and signs its owner in. */
export const signUpOwner = async (browser: Browser, accountName: string): Promise<ConsoleUser & { email: string }> =>
  signUpIn(await openContext(browser), accountName);

/** Creates an account and signs its owner in, in a context that exists. */
export const signUpIn = async (
  context: BrowserContext,
  accountName: string,
): Promise<ConsoleUser & { email: string }> => {
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

/** Invites a user to the owner's account and accepts the invitation in a context of its own. */
export const joinUser = async (
  browser: Browser,
  owner: ConsoleUser,
  role: 'Broker' | 'Agent' | 'Lender',
): Promise<ConsoleUser & { id: number }> => {
  const firstName = { Broker: 'Bea', Agent: 'Alan', Lender: 'Lena' }[role];
  const names = { firstName, lastName: role, email: `${role.toLowerCase()}-${unique()}@example.com`, role };
  const invited = await owner.send<{ id: number; invitationUrl: string }>('POST', '/v1/users', names);
  const context = await openContext(browser);
  const token = new URL(invited.invitationUrl).searchParams.get('token');
  const data = { token, password: CONSOLE_PASSWORD };
  const response = await context.request.post('/session/acceptInvitation', { data });
  if (!response.ok()) throw new Error(`The invitation returned ${response.status()}: ${await response.text()}`);
  return { ...userIn(context), id: invited.id };
};

/** Invites an agent to the owner's account and accepts the invitation in a context of its own. */
export const joinAgent = (browser: Browser, owner: ConsoleUser): Promise<ConsoleUser & { id: number }> =>
  joinUser(browser, owner, 'Agent');
