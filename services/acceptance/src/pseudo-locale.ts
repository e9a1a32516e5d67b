import type { Locator, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { findBrokenTexts, findPlainTexts, watchTraffic, type Traffic } from './find-text-faults';

const WINDOWS = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;

/** Values of the API that a form offers before the API returned them, and names of programs. */
const VALUES = [
  ...['Porchlight', 'Olive', 'Chrome', 'Linux', 'Call', 'Text', 'Email', 'Appointment', 'Showing', 'Closing'],
  ...['Open House', 'Thank You', 'Follow Up', 'Archived', 'Broker', 'Lender'],
  ...['Not Interested', 'Left Message', 'No Answer', 'Busy', 'Bad Number'],
  ...['Registration', 'Property Inquiry', 'Seller Inquiry', 'General Inquiry', 'Inquiry', 'Viewed Property'],
  ...['Saved Property', 'Saved Property Search', 'Property Search', 'Viewed Page', 'Incoming Call', 'Unsubscribed'],
];

/**
 * Runs in the page: numbers the buttons that open a dialog or a menu, as `data-opener`. Of the rows of a table only
 * the first counts: the others have the same buttons.
 */
const NUMBER_OPENERS = String.raw`((scope, kind) => {
  const seen = new Set();
  const openers = [...document.querySelectorAll(scope + ' [aria-haspopup="' + kind + '"]')].filter((element) => {
    if (!element.checkVisibility() || element.disabled || element.closest('[role="menu"]')) return false;
    const table = element.closest('table');
    if (!table) return true;
    const key = (table.getAttribute('aria-label') ?? '') + (element.textContent || kind);
    return !seen.has(key) && seen.add(key);
  });
  document.querySelectorAll('[data-opener]').forEach((element) => element.removeAttribute('data-opener'));
  openers.forEach((element, nth) => element.setAttribute('data-opener', String(nth)));
  return openers.length;
})`;

/** A tab with the pseudo-locale. */
export interface PseudoLocaleTab {
  readonly page: Page;
  /** The titles of the dialogs that were opened. */
  readonly titles: ReadonlySet<string>;
  /** Opens a page below `/console/`; returns its faults. */
  lookAtPage(path: string): Promise<string[]>;
  /** Opens each dialog of a part of the page, and closes it without a change; returns their faults. */
  lookAtDialogs(scope?: 'main' | 'header'): Promise<string[]>;
  /** Does what opens a dialog, and closes the dialog; returns its faults. */
  lookAtDialog(open: () => Promise<unknown>): Promise<string[]>;
}

/** Lets a tab use the pseudo-locale. */
export const openInPseudoLocale = async (page: Page, path: string): Promise<PseudoLocaleTab> => {
  const traffic: Traffic = watchTraffic(page);
  const titles = new Set<string>();
  await page.setViewportSize(WINDOWS[0][1]);
  await page.goto(`/console/${path}?locale=pseudo`);
  await page.getByRole('heading', { level: 1, name: /[^ -~]/ }).waitFor();

  /** Texts that are cut off, overlap, or are not in the catalogue: as wide as a desktop and as narrow as a phone. */
  const findFaults = async (place: string): Promise<string[]> => {
    await eventually(() => expect(traffic.pending.size).toBe(0));
    await page.locator('.mantine-Loader-root').first().waitFor({ state: 'detached' });
    const faults: string[] = [];
    for (const [name, size] of WINDOWS) {
      await page.setViewportSize(size);
      const plain = await findPlainTexts(page, new Set([...traffic.data, ...VALUES]));
      faults.push(...[...(await findBrokenTexts(page)), ...plain].map((fault) => `${name}, ${place}: ${fault}`));
    }
    await page.setViewportSize(WINDOWS[0][1]);
    return faults;
  };
  const here = (): string => new URL(page.url()).pathname;
  const lookAtDialog = async (open: () => Promise<unknown>): Promise<string[]> => {
    await open();
    const dialog = page.getByRole('dialog').last();
    await dialog.waitFor();
    const heading = dialog.locator('h2').first();
    // The search has a label only.
    const title = (await heading.count()) > 0 ? await heading.textContent() : await dialog.getAttribute('aria-label');
    titles.add(title ?? '');
    const faults = await findFaults(`${here()}, ${title}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return faults;
  };
  /** A menu, and the dialogs of its entries. */
  const lookAtMenu = async (opener: Locator): Promise<string[]> => {
    const menu = page.getByRole('menu');
    const entries = menu.getByRole('menuitem').and(page.locator('[aria-haspopup="dialog"]'));
    await opener.click();
    await menu.waitFor();
    const faults = await findFaults(`${here()}, menu`);
    const count = await entries.count();
    await page.keyboard.press('Escape');
    for (let nth = 0; nth < count; nth += 1) {
      await menu.waitFor({ state: 'detached' });
      await opener.click();
      faults.push(...(await lookAtDialog(() => entries.nth(nth).click())));
    }
    await menu.waitFor({ state: 'detached' });
    return faults;
  };
  const openers = async (scope: string, kind: 'dialog' | 'menu'): Promise<Locator[]> => {
    const count = await page.evaluate<number>(`${NUMBER_OPENERS}('${scope}', '${kind}')`);
    return Array.from({ length: count }, (_, nth) => page.locator(`[data-opener="${nth}"]`));
  };

  return {
    page,
    titles,
    lookAtDialog,
    lookAtPage: async (route) => {
      await page.goto(`/console/${route}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return findFaults(route);
    },
    lookAtDialogs: async (scope = 'main') => {
      const faults: string[] = [];
      for (const opener of await openers(scope, 'dialog')) faults.push(...(await lookAtDialog(() => opener.click())));
      for (const opener of await openers(scope, 'menu')) faults.push(...(await lookAtMenu(opener)));
      return faults;
    },
  };
};
