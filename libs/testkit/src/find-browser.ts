import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names of programs, first the builds without windows, which take a third less CPU time. */
export const BROWSERS = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
];

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the path of a Chromium on the PATH; undefined if there is none. */
export const findBrowser = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => BROWSERS.map((name) => join(folder, name)))
    .find(canRun);
