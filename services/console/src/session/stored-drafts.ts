const PREFIX = 'draft/';

/** Reads a draft of this tab; empty if there is none. The key names the user and the record. */
export const readDraft = (key: string): string => sessionStorage.getItem(`${PREFIX}${key}`) ?? '';

/** Stores a draft in this tab; an empty text removes it. */
export const writeDraft = (key: string, text: string): void => {
  try {
    if (text === '') sessionStorage.removeItem(`${PREFIX}${key}`);
    else sessionStorage.setItem(`${PREFIX}${key}`, text);
  } catch {
    // The storage is full. The text stays on the page.
  }
};

/** Removes all drafts: the user signed out, and another person may use the browser next. */
export const clearDrafts = (): void =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .forEach((key) => sessionStorage.removeItem(key));
