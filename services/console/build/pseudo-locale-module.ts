import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const NAME = 'virtual:pseudo-locale';
const ID = `\0${NAME}`;
/** How much longer than English a text of the pseudo-locale is: German is seldom longer. */
const EXTENSION = 0.35;

/** Makes each text of the catalogue longer, with accents. Returns the messages as JSON. */
const readPseudoMessages = async (): Promise<string> => {
  const config = getConfig({ cwd: import.meta.dirname });
  const sourceLocale = config.sourceLocale ?? 'en';
  const [catalog] = await getCatalogs(config);
  if (!catalog) throw new Error('lingui.config.ts names no catalogue.');
  const { messages } = await catalog.getTranslations(sourceLocale, { sourceLocale, fallbackLocales: {} });
  const { source, errors } = createCompiledCatalog('pseudo', messages, {
    namespace: 'json',
    pseudoLocale: 'pseudo',
    pseudoLocaleOptions: { extend: EXTENSION },
  });
  if (errors[0]) throw new Error(`The message “${errors[0].source}” is not valid: ${errors[0].error.message}`);
  return source;
};

/** Serves the pseudo-locale as a module of its own, which loads only with `?locale=pseudo`. */
export const pseudoLocaleModule = (): Plugin => ({
  name: 'porchlight-pseudo-locale',
  resolveId: (name) => (name === NAME ? ID : undefined),
  load: async (id) => (id === ID ? `export default ${JSON.stringify(await readPseudoMessages())};` : undefined),
});
