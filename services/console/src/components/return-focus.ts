/** Gives the focus to an element that had it before, or to the page if the element is gone. */
export const returnFocus = (before: Element | null): void => {
  const target = before?.isConnected ? before : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};
