import type { Locator, Page } from 'playwright-core';

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

/** What a walk looks at while it is open. */
interface Looks {
  /** The dialog is the last one of the page. */
  dialog(dialog: Locator): Promise<void>;
  menu?(): Promise<void>;
}

const findOpeners = async (page: Page, scope: string, kind: 'dialog' | 'menu'): Promise<Locator[]> => {
  const count = await page.evaluate<number>(`${NUMBER_OPENERS}('${scope}', '${kind}')`);
  return Array.from({ length: count }, (_, nth) => page.locator(`[data-opener="${nth}"]`));
};

/** Does what opens a dialog, looks at the dialog, and closes it without a change. */
export const visitDialog = async (page: Page, open: () => Promise<unknown>, look: Looks['dialog']): Promise<void> => {
  await open();
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  await look(dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};

/** A menu, and the dialogs of its entries. */
const visitMenu = async (page: Page, opener: Locator, looks: Looks): Promise<void> => {
  const menu = page.getByRole('menu');
  const entries = menu.getByRole('menuitem').and(page.locator('[aria-haspopup="dialog"]'));
  await opener.click();
  await menu.waitFor();
  await looks.menu?.();
  const count = await entries.count();
  await page.keyboard.press('Escape');
  for (let nth = 0; nth < count; nth += 1) {
    await menu.waitFor({ state: 'detached' });
    await opener.click();
    await visitDialog(page, () => entries.nth(nth).click(), looks.dialog);
  }
  await menu.waitFor({ state: 'detached' });
};

/** Opens each dialog and menu of a part of the page, and closes it without a change. */
export const walkDialogs = async (page: Page, scope: 'main' | 'header', looks: Looks): Promise<void> => {
  for (const opener of await findOpeners(page, scope, 'dialog'))
    await visitDialog(page, () => opener.click(), looks.dialog);
  for (const opener of await findOpeners(page, scope, 'menu')) await visitMenu(page, opener, looks);
};
