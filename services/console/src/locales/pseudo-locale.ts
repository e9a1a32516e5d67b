import type { Messages } from '@lingui/core';

const KEY = 'pseudo-locale';

/** The messages of the pseudo-locale, if this tab uses it: every text longer and with accents, for tests. */
export const readPseudoLocale = (): Messages | undefined => {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? undefined : (JSON.parse(stored) as { messages: Messages }).messages;
};

/** Uses the pseudo-locale in this tab if the address has `?locale=pseudo`: stores it, then loads the page again. */
export const choosePseudoLocale = async (): Promise<void> => {
  if (new URLSearchParams(location.search).get('locale') !== 'pseudo' || sessionStorage.getItem(KEY) !== null) return;
  const { default: json } = await import('virtual:pseudo-locale');
  sessionStorage.setItem(KEY, json);
  location.reload();
};
