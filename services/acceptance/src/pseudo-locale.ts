import type { Locator, Page } from 'playwright-core';
import { eventually } from '@porchlight/testkit';
import { findBrokenTexts, findPlainTexts, watchTraffic, type Traffic } from './find-text-faults';
import { visitDialog, walkDialogs } from './walk-dialogs';

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
  const lookAtOpen = async (dialog: Locator): Promise<string[]> => {
    const heading = dialog.locator('h2').first();
    // The search has a label only.
    const title = (await heading.count()) > 0 ? await heading.textContent() : await dialog.getAttribute('aria-label');
    titles.add(title ?? '');
    return findFaults(`${here()}, ${title}`);
  };
  const collect = async (walk: (looks: Parameters<typeof walkDialogs>[2]) => Promise<void>): Promise<string[]> => {
    const faults: string[] = [];
    await walk({
      dialog: async (dialog) => void faults.push(...(await lookAtOpen(dialog))),
      menu: async () => void faults.push(...(await findFaults(`${here()}, menu`))),
    });
    return faults;
  };

  return {
    page,
    titles,
    lookAtDialog: (open) => collect(({ dialog }) => visitDialog(page, open, dialog)),
    lookAtPage: async (route) => {
      await page.goto(`/console/${route}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return findFaults(route);
    },
    lookAtDialogs: (scope = 'main') => collect((looks) => walkDialogs(page, scope, looks)),
  };
};
