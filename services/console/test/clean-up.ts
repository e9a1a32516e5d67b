import { cleanup, configure } from '@testing-library/react';

// The machine of a test run can be busy; a failing wait still ends before the test does.
configure({ asyncUtilTimeout: 10_000 });

/** What React reports about wrong use of the document. */
const complaints: unknown[] = [];
console.error = (...texts: unknown[]) => void complaints.push(texts.map(String).join(' '));

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  window.localStorage.clear();
  expect(complaints.splice(0)).toEqual([]);
});
