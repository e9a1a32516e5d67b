import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { readPseudoLocale } from './pseudo-locale';

type Compiled = ReturnType<typeof compileMessage>;

const compiled = new Map<string, Compiled>();

/** Compiles each message once. English stays in the code, so a page loads only its own texts and no catalogue. */
const compileOnce = (message: string): Compiled => {
  const result = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, result);
  return result;
};

// Every module with texts imports this one first, so that texts of constants have the language as well.
i18n.setMessagesCompiler(compileOnce);
const pseudo = readPseudoLocale();
if (pseudo === undefined) i18n.loadAndActivate({ locale: 'en', messages: {} });
else i18n.loadAndActivate({ locale: 'pseudo', locales: 'en', messages: pseudo });

export { i18n };
