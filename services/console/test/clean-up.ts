import { cleanup, configure } from '@testing-library/react';

// The machine of a test run can be busy; a failing wait still ends before the test does.
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  window.localStorage.clear();
});
