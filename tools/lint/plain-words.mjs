import markdown from '@eslint/markdown';

/** The words of documents, comments and texts in code; eslint.config.mjs checks them. */

/** Discouraged words and the terms to use instead. Regular expressions; a space also matches a line break. */
const DISCOURAGED = {
  'whoever|whomever': 'name the role, for example the user, the caller, the consumer',
  'somebody|someone': 'name the role, for example a user, another process',
  'nobody|no one': 'name the role, for example no user, no process',
  'everybody|everyone': 'name the role, for example all users, all services',
  'told|tells': 'publish, notify, report or state',
  'heard|hears|heard of': 'receive or observe',
  news: 'change, event or notification',
  wishes: 'requested fields, preferences or options',
  manners: 'HTTP semantics, conventions',
  'farewell|goodbye': 'drain, shutdown, seed or teardown',
  whatever: 'any, all, regardless of',
  'what was': 'name the thing, for example the value, the record',
  '(?<!(person|people|users?|agents?|owner) )who (is|was|are)': 'name the role, for example the user that',
  'stands in for': 'replaces, is used instead of',
  'kept(?! current)': 'stored, cached or retained',
  'not taken': 'rejected',
  'knows of|knew of|learns of': 'has, stores, receives',
  'mend|mended|mends': 'fix or repair',
};

/** Generated from code, or texts of others. */
const GENERATED = [
  'docs/{limits,resources,config,errors,events,licences}.md',
  'docs/{decisions,families,field-cases,specification}.md',
  '**/generated/**',
];

const WORDS = Object.entries(DISCOURAGED).map(([words, preferred]) => ({
  pattern: new RegExp(`\\b(?:${words.replaceAll(' ', '[\\s*/]+')})\\b`, 'gi'),
  preferred,
}));

/**
 * Reports every discouraged word of a comment, of a text in code (test titles, errors, logs, pages) or of Markdown. Code in
 * Markdown is not checked.
 */
const plainWords = {
  meta: { type: 'suggestion', schema: [], messages: { discouraged: '"{{word}}": {{preferred}}.' } },
  create(context) {
    const { sourceCode } = context;
    const check = (text, offset) => {
      for (const { pattern, preferred } of WORDS) {
        for (const { 0: word, index } of text.matchAll(pattern)) {
          const start = sourceCode.getLocFromIndex(offset + index);
          const end = sourceCode.getLocFromIndex(offset + index + word.length);
          context.report({ loc: { start, end }, messageId: 'discouraged', data: { word, preferred } });
        }
      }
    };
    // One or two words are a value; a text for readers has more.
    const checkText = (node) => {
      const text = sourceCode.getText(node);
      if (/\S\s+\S+\s+\S/.test(text)) check(text, node.range[0]);
    };
    return {
      Program: () =>
        sourceCode.getAllComments().forEach(({ range }) => check(sourceCode.text.slice(...range), range[0])),
      Literal: checkText,
      TemplateElement: checkText,
      JSXText: checkText,
      text: (node) => check(sourceCode.getText(node), node.position.start.offset),
    };
  },
};

export const prose = { rules: { 'plain-words': plainWords } };
const common = {
  linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true },
  rules: { 'prose/plain-words': 'error' },
};

/** The configuration of documents. */
export const documents = {
  files: ['**/*.md'],
  ignores: GENERATED,
  plugins: { markdown, prose },
  language: 'markdown/gfm',
  ...common,
};
