import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The texts of the console: `npx lingui extract --clean` collects them from the code into one catalogue. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.spec.*', '**/node_modules/**'],
    },
  ],
  runtimeConfigModule: ['#i18n', 'i18n'],
  format: formatter({ origins: false, explicitIdAsDefault: false }),
  orderBy: 'message',
});
