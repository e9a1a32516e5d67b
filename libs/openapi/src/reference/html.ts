import { escapeHtml } from '@porchlight/text';

/** Markup that needs no escaping. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | undefined | readonly Part[];

const toText = (part: Part): string => {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(toText).join('') : escapeHtml(String(part));
};

/** Markup with escaped values; lists are joined, undefined is empty. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + toText(parts[at])).join(''));

/** Text with `code`, and with lines that begin with a hyphen as a list. */
export const prose = (text: string): Html => {
  const inline = (line: string): Html =>
    html`${line.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
  const [first = '', ...items] = text.split(/\n+- /);
  const paragraphs = first.split('\n\n').map((part) => html`<p>${inline(part)}</p>`);
  return html`${paragraphs}${
    items.length > 0
      ? html`<ul>
          ${items.map((item) => html`<li>${inline(item)}</li>`)}
        </ul>`
      : ''
  }`;
};
