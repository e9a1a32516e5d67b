import axe from 'axe-core';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { requireTool } from '@porchlight/testkit';
import { createBrowser } from '../src/browser';
import { as, unique } from '../src/client';
import { readConnection } from '../src/connection';
import { startBrowser } from '../src/console-browser';
import { findBrowser } from '../src/find-browser';
import { signUp } from '../src/sign-up';

const executablePath = findBrowser();
const { describe: describeInBrowser } = requireTool('Chromium', executablePath !== undefined);

const PASSWORD = 'correct horse battery';
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const;
const { baseUrl, receiverTls } = readConnection();
const shots = resolve(__dirname, '../../../.cache/screenshots');

let browser: Browser;
/** The site of the OAuth client. */
let site: Server;
let callback: string;
let app: { clientId: string };
let email: string;

beforeAll(async () => {
  if (executablePath === undefined) return;
  mkdirSync(shots, { recursive: true });
  site = createServer(
    { cert: readFileSync(receiverTls.certFile), key: readFileSync(receiverTls.keyFile) },
    (_req, res) => res.end('<!doctype html><title>Back</title>'),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  callback = `https://localhost:${(site.address() as AddressInfo).port}/callback`;
  browser = await startBrowser();
  app = (await as('owner').post('/v1/oauthApps', { name: `Dialer <i>& co</i> ${unique()}`, redirectUris: [callback] }))
    .body;
  email = `${unique()}@example.com`;
  await signUp(createBrowser().json, {
    accountName: 'Sunny Homes',
    firstName: 'Olive',
    lastName: 'Owner',
    email,
    password: PASSWORD,
  });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
});

const serious = async (page: Page): Promise<string[]> => {
  // Injected by the debugger protocol, because the content security policy of the page blocks scripts.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> } }).axe.run(),
  );
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
};

const address = (): string =>
  `${baseUrl}/oauth/authorize?${new URLSearchParams({ response_type: 'auth_code', client_id: app.clientId, redirect_uri: callback, state: 'a b+c' }).toString()}`;

for (const [size, viewport] of Object.entries(SIZES))
  describeInBrowser(`the pages on a ${size}`, () => {
    it('sign-in, consent and callback of an OAuth client work by keyboard and have no serious accessibility finding', async () => {
      const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));

      await page.goto(address());
      expect(await page.title()).toContain('Sign in');
      expect(await serious(page)).toEqual([]);
      await page.screenshot({ path: join(shots, `oauth-sign-in-${size}.png`) });
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Email').press('Tab');
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      // The browser itself logs a 401.
      complaints.length = 0;
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');

      await page.getByRole('button', { name: 'Approve' }).waitFor();
      const text = await page.locator('main').innerText();
      expect(text).toContain('Dialer <i>& co</i>');
      expect(text).toContain('Olive Owner');
      expect(text).toContain('Sunny Homes');
      expect(await serious(page)).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBe(0);
      await page.screenshot({ path: join(shots, `oauth-consent-${size}.png`) });
      await page.getByRole('button', { name: 'Approve' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href.startsWith(callback));
      const landed = new URL(page.url()).searchParams;
      expect([landed.get('response'), landed.get('state'), landed.get('code')]).toEqual([
        'approved',
        'a b+c',
        expect.stringMatching(/^[\w-]{59}$/),
      ]);

      await page.goto(`${baseUrl}/oauth/authorize?client_id=nobody`);
      expect(await page.getByRole('alert').innerText()).toContain('not registered');
      expect(await serious(page)).toEqual([]);
      await page.screenshot({ path: join(shots, `oauth-error-${size}.png`) });
      expect(complaints.filter((line) => !/status of 400|favicon/.test(line))).toEqual([]);
      await context.close();
    }, 60_000);
  });
