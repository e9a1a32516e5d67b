import type { Browser } from 'playwright-core';
import { describeInBrowser, joinAgent, openContext, signUpOwner, startBrowser } from '../src/console-browser';
import { readConsoleRoutes } from '../src/console-routes';
import { openInPseudoLocale, type PseudoLocaleTab } from '../src/pseudo-locale';
import { seedEveryPage, type PageAddresses } from '../src/seed-every-page';

jest.setTimeout(600_000);

const { signedIn, signedOut } = readConsoleRoutes();
/** Different dialogs that the buttons and menus of all pages open. */
const DIALOGS = 70;

describeInBrowser(
  'the console with longer texts and accents: none is cut off, overlaps or is not in the catalogue',
  () => {
    let browser: Browser;
    let tab: PseudoLocaleTab;
    let addresses: PageAddresses;

    beforeAll(async () => {
      browser = await startBrowser();
      const owner = await signUpOwner(browser, 'Harbor Lane Homes');
      const agent = await joinAgent(browser, owner);
      addresses = await seedEveryPage(owner, agent.id);
      tab = await openInPseudoLocale(await owner.context.newPage(), 'today');
    });
    afterAll(() => browser?.close());

    test('given the routes with parameters, then each has a record to show', () => {
      expect(signedIn.length).toBeGreaterThan(50);
      expect(signedIn.filter((route) => route.includes(':') && !addresses[route])).toEqual([]);
    });

    test('given the header, then its search, menus and shortcuts have no such text', async () => {
      const faults = await tab.lookAtDialogs('header');
      faults.push(...(await tab.lookAtDialog(() => tab.page.keyboard.press('?'))));
      expect(faults).toEqual([]);
    });

    test('given selected people, then the dialogs of their actions have no such text', async () => {
      await tab.lookAtPage('people');
      await tab.page.getByRole('row').nth(1).getByRole('checkbox').check();
      expect(await tab.lookAtDialogs()).toEqual([]);
    });

    test('given every route of the router, then the page and its dialogs have no such text', async () => {
      const faults: string[] = [];
      for (const path of signedIn.flatMap((route) => addresses[route] ?? [route]))
        faults.push(...(await tab.lookAtPage(path)), ...(await tab.lookAtDialogs()));
      expect(faults).toEqual([]);
      expect(tab.titles.size).toBeGreaterThanOrEqual(DIALOGS);
    });

    test('given no session, then the pages to sign in have no such text either', async () => {
      const context = await openContext(browser);
      const signedOutTab = await openInPseudoLocale(await context.newPage(), 'sign-in');
      const faults: string[] = [];
      for (const path of signedOut.flatMap((route) => [route, `${route}?token=abc`]))
        faults.push(...(await signedOutTab.lookAtPage(path)));
      expect(faults).toEqual([]);
      await context.close();
    });
  },
);
