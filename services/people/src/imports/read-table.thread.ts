/**
 * Splits the text of a table into rows, in a thread of its own (read-table.ts). It imports nothing of the service: the
 * build makes a file of it, and tests run the source. Every function is linear in the length of the text.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { RawRow, TableLimits, TableMessage } from './read-table';

const QUOTE = '"';
const isBreak = (char: string | undefined): boolean => char === '\n' || char === '\r';
const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** A cell and where it ends: at a separator, a line break or the end of the text. */
interface Cell {
  readonly value: string;
  readonly end: number;
}

const skipBlanks = (text: string, from: number, separator: string): number => {
  let at = from;
  while (isBlank(text[at]) && text[at] !== separator) at++;
  return at;
};

/**
 * A cell in quotes that begins at `open`. Undefined if the next quote that is not doubled does not end a cell: then the
 * quotes are part of the text (D13.6). Its search ends at that quote, so cells do not search the same text twice.
 */
const readQuoted = (text: string, open: number, separator: string): Cell | undefined => {
  let close = text.indexOf(QUOTE, open + 1);
  while (close >= 0 && text[close + 1] === QUOTE) close = text.indexOf(QUOTE, close + 2);
  if (close < 0) return undefined;
  const end = skipBlanks(text, close + 1, separator);
  if (end < text.length && text[end] !== separator && !isBreak(text[end])) return undefined;
  return { value: text.slice(open + 1, close).replaceAll('""', QUOTE), end };
};

const readPlain = (text: string, from: number, separator: string): Cell => {
  let end = from;
  while (end < text.length && text[end] !== separator && !isBreak(text[end])) end++;
  return { value: text.slice(from, end), end };
};

/** `="0123"`, which spreadsheets write so that a number stays text, is 0123. */
const unwrap = (value: string): string =>
  value.startsWith('="') && value.endsWith(QUOTE) && value.length > 2
    ? value.slice(2, -1).replaceAll('""', QUOTE)
    : value;

const readCell = (text: string, from: number, separator: string): Cell => {
  const start = skipBlanks(text, from, separator);
  const open = text.startsWith('="', start) ? start + 1 : start;
  const cell = (text[open] === QUOTE && readQuoted(text, open, separator)) || readPlain(text, start, separator);
  return { value: unwrap(cell.value).trim(), end: cell.end };
};

const countBreaks = (text: string, from: number, to: number): number => {
  let breaks = 0;
  for (let at = from; at < to; at++) if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) breaks++;
  return breaks;
};

/** The position after a line break. */
const afterBreak = (text: string, at: number): number => at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1);

const checkCell = ({ cells }: RawRow, value: string, { cellChars, columns }: TableLimits) => {
  if (value.length > cellChars) return { cell: cells.length, message: `has more than ${cellChars} characters` };
  if (cells.length >= columns && value !== '')
    return { cell: cells.length, message: `is '${value.slice(0, 50)}', but the header has no column for it` };
  return undefined;
};

/** Reads one row; cells beyond the header are only checked. Returns the position of its end. */
const readRow = (text: string, from: number, separator: string, row: RawRow, limits: TableLimits): number => {
  let at = from;
  for (let cell = 0; ; cell++) {
    const { value, end } = readCell(text, at, separator);
    row.problem ??= checkCell({ ...row, cells: { length: cell } as string[] }, value, limits);
    if (cell < limits.columns && !row.problem) row.cells.push(value);
    if (end >= text.length || text[end] !== separator) return end;
    at = end + 1;
  }
};

const SEPARATORS = [',', ';', '\t', '|'];

/** The separator that occurs most often in the header row, outside quotes. */
const findSeparator = (text: string, from: number): string => {
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  let quoted = false;
  for (let at = from; at < text.length && (quoted || !isBreak(text[at])); at++) {
    const char = text[at]!;
    if (char === QUOTE) quoted = !quoted;
    else if (!quoted && counts.has(char)) counts.set(char, counts.get(char)! + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
};

/** A first line `sep=;`, as spreadsheets write it. */
const readSeparatorLine = (text: string): { separator: string; length: number } | undefined => {
  const match = /^"?sep=([^\r\n"])"?[;,\t ]*(?:\r\n|\n|\r|$)/i.exec(text);
  return match ? { separator: match[1]!, length: match[0].length } : undefined;
};

const hasContent = ({ cells, problem }: RawRow): boolean =>
  problem !== undefined || cells.some((value) => value !== '');

/** Splits a text with a header row. Throws TableProblem. */
const splitTable = (text: string, limits: TableLimits): RawRow[] => {
  const declared = readSeparatorLine(text);
  let at = declared?.length ?? 0;
  let line = declared ? 2 : 1;
  let separator = declared?.separator;
  const rows: RawRow[] = [];
  while (at < text.length) {
    const header = rows.length === 0;
    if (header && isBreak(text[at])) {
      at = afterBreak(text, at);
      line++;
      continue;
    }
    separator ??= findSeparator(text, at);
    const row: RawRow = { line, cells: [] };
    const columns = header ? limits.columns : rows[0]!.cells.length;
    const end = readRow(text, at, separator, row, { ...limits, columns });
    if (header && row.problem) throw new TableProblem(`has more than ${limits.columns} columns`);
    if (hasContent(row)) rows.push(row);
    if (rows.length > limits.rows + 1) throw new TableProblem(`has more than ${limits.rows} rows; send it in parts`);
    line += countBreaks(text, at, end) + 1;
    at = end < text.length ? afterBreak(text, end) : end;
  }
  return rows;
};

/** A reason why the whole table is not read. */
class TableProblem extends Error {}

/** Property of a vCard: `item1.EMAIL;TYPE=work:ann@example.com`. */
interface Property {
  readonly group: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly value: string;
}

const parseProperty = (line: string): Property | undefined => {
  // Parameters in quotes may contain colons.
  const match = /^(?:([\w-]+)\.)?([\w-]+)((?:;[^":;]*(?:"[^"]*"[^":;]*)*)*):(.*)$/s.exec(line);
  if (!match) return undefined;
  const [, group = '', name = '', parameters = '', value = ''] = match;
  const types = [...parameters.matchAll(/;(?:type=)?"?([\w,-]+)"?(?=;|$)/gi)].flatMap(([, list]) =>
    list!.toLowerCase().split(','),
  );
  return { group, name: name.toUpperCase(), types, value };
};

/** Splits at a separator that is not escaped, and removes the escapes. */
const splitValue = (value: string, separator: string): string[] => {
  const parts = [''];
  for (let at = 0; at < value.length; at++) {
    const char = value[at]!;
    if (char === '\\' && at + 1 < value.length) {
      const next = value[++at]!;
      parts[parts.length - 1] += next === 'n' || next === 'N' ? '\n' : next;
    } else if (char === separator) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
};
const plain = (value: string): string => splitValue(value, '\0')[0]!;

const NAME_PARTS = ['Last name', 'First name', 'Middle name', 'Name prefix', 'Name suffix'];
const ADDRESS_PARTS = ['PO box', 'Extended', 'Street', 'City', 'State', 'Postal code', 'Country'];
const TYPES = ['work', 'home', 'cell', 'mobile', 'fax', 'other'];
/** Properties that say nothing about the person. */
const TECHNICAL = /^(?:BEGIN|END|VERSION|PRODID|REV|UID|KIND|CLIENTPIDMAP|X-AB(?!LABEL|DATE|RELATED).*)$/;
const TITLES: Readonly<Record<string, string>> = {
  FN: 'Name',
  NOTE: 'Notes',
  CATEGORIES: 'Tags',
  ORG: 'Company',
  TITLE: 'Job title',
  BDAY: 'Birthday',
  URL: 'Website',
  NICKNAME: 'Nickname',
};

/** The cells of a property, by header. */
const readCells = (property: Property, labels: ReadonlyMap<string, string>): [string, string][] => {
  const { group, name, types, value } = property;
  const label = labels.get(group)?.replace(/^_\$!<|>!\$_$/g, '');
  const type = types.includes('fax') ? 'fax' : (types.find((one) => TYPES.includes(one)) ?? label ?? '');
  const typed = (title: string): string => (type ? `${title} (${type})` : title);
  if (name === 'N') return splitValue(value, ';').map((part, nth) => [NAME_PARTS[nth] ?? name, part]);
  if (name === 'ADR')
    return splitValue(value, ';').map((part, nth) => [`${typed('Address')} - ${ADDRESS_PARTS[nth] ?? name}`, part]);
  if (name === 'EMAIL') return [[typed('Email'), plain(value).replace(/^mailto:/i, '')]];
  if (name === 'TEL') return [[typed('Phone'), plain(value).replace(/^tel:/i, '')]];
  if (name === 'PHOTO' || name === 'LOGO' || name === 'SOUND' || name === 'KEY') return [[name, '']];
  if (name === 'CATEGORIES') return [['Tags', splitValue(value, ',').join(';')]];
  // Only a company has parts; in other texts a semicolon need not be escaped.
  const text = name === 'ORG' ? splitValue(value, ';').filter(Boolean).join(', ') : plain(value);
  return [[TITLES[name] ?? name, text]];
};

/** Joins folded lines; each with its line of the file. */
const unfold = (text: string): { line: number; text: string }[] => {
  const lines: { line: number; text: string }[] = [];
  for (const [nth, one] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (last && isBlank(one[0])) last.text += one.slice(1);
    else lines.push({ line: nth + 1, text: one });
  }
  return lines;
};

/** Reads vCards 3 and 4 as a table: a row for each card, a column for each kind of value. */
const splitCards = (text: string, limits: TableLimits): RawRow[] => {
  const headers = new Map<string, number>();
  const rows: RawRow[] = [];
  let card: Property[] = [];
  let line = 1;
  const addCard = (): void => {
    const labels = new Map(card.flatMap(({ group, name, value }) => (name === 'X-ABLABEL' ? [[group, value]] : [])));
    const hasName = card.some(({ name, value }) => name === 'N' && /[^;\s]/.test(value));
    const row: RawRow = { line, cells: [] };
    const seen = new Map<string, number>();
    for (const property of card) {
      if (TECHNICAL.test(property.name) || property.name === 'X-ABLABEL' || (hasName && property.name === 'FN'))
        continue;
      for (const [title, value] of readCells(property, labels)) {
        const count = (seen.get(title) ?? 0) + 1;
        seen.set(title, count);
        const header = count === 1 ? title : `${title} ${count}`;
        if (!headers.has(header)) headers.set(header, headers.size);
        if (headers.size > limits.columns) throw new TableProblem(`has more than ${limits.columns} kinds of values`);
        if (value.length > limits.cellChars)
          row.problem ??= { cell: headers.get(header)!, message: `has more than ${limits.cellChars} characters` };
        else row.cells[headers.get(header)!] = value;
      }
    }
    rows.push(row);
    if (rows.length > limits.rows) throw new TableProblem(`has more than ${limits.rows} cards; send it in parts`);
  };
  for (const one of unfold(text)) {
    const property = parseProperty(one.text);
    if (!property) continue;
    if (property.name === 'BEGIN') [card, line] = [[], one.line];
    else if (property.name === 'END') addCard();
    else card.push(property);
  }
  const filled = rows.map((row) => ({ ...row, cells: Array.from(row.cells, (value) => value ?? '') }));
  return [{ line: 1, cells: [...headers.keys()] }, ...filled];
};

/** Rows in one message: the service reads them in small parts. */
const ROWS_AT_ONCE = 500;

const run = (text: string, limits: TableLimits, post: (message: TableMessage) => void): void => {
  try {
    const rows = /^\s*BEGIN:VCARD/i.test(text) ? splitCards(text, limits) : splitTable(text, limits);
    const [header, ...body] = rows;
    post({ header: header?.cells ?? [] });
    for (let at = 0; at < body.length; at += ROWS_AT_ONCE) post({ rows: body.slice(at, at + ROWS_AT_ONCE) });
    post({ end: true });
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error;
    post({ problem: error.message });
  }
};

if (parentPort) {
  const port = parentPort;
  const { text, limits } = workerData as { readonly text: string; readonly limits: TableLimits };
  run(text.replace(/^\uFEFF/, ''), limits, (message) => port.postMessage(message));
}
