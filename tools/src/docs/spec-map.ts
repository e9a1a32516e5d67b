import { table } from './markdown';

const BEGIN = '<!-- counts -->';
const END = '<!-- /counts -->';
const STATUSES = ['done', 'partly', 'not yet'] as const;

/** Rows of the map by part (its headings of the second level) and status. Throws for a row without a known status. */
const countRows = (text: string): Map<string, Map<string, number>> => {
  const parts = new Map<string, Map<string, number>>();
  let part: Map<string, number> | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) parts.set(line.slice(3), (part = new Map()));
    if (!part || !line.startsWith('| ') || line.startsWith('| Clause |')) continue;
    const cell = line.split(' | ')[1] ?? '';
    const status = STATUSES.find((one) => cell === one || cell.startsWith(`${one}: `));
    if (!status) throw new Error(`docs/spec-map.md has a row without a status: ${line}`);
    part.set(status, (part.get(status) ?? 0) + 1);
  }
  return parts;
};

/** The map of the specification with its summary made anew. */
export const renewCounts = (text: string): string => {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/spec-map.md needs ${BEGIN} and ${END}.`);
  const rows = [...countRows(text)].map(([part, counts]) => {
    const numbers = STATUSES.map((status) => counts.get(status) ?? 0);
    return [part, ...numbers, numbers.reduce((sum, n) => sum + n, 0)].map(String);
  });
  const summary = table(['', 'Done', 'Partly', 'Not yet', 'All'], rows);
  return `${text.slice(0, begin)}${BEGIN}\n\n${summary}\n\n${text.slice(end)}`;
};

/** The ids of the lines of docs/decisions.md, for example `D2.3`; a line of section 13 has several points. */
const listDecisions = (decisions: string): string[] => [
  ...new Set([...decisions.matchAll(/^(?:- )?\*\*(D\d+\.\d+)\b/gm)].map(([, id]) => id!)),
];

/**
 * Lines of the decisions without a proof: no row of the map names the line, or a row that is done has no test with the
 * id of the line in it. `readTest` returns the text of a linked test, by its path from the root.
 */
export const listUnprovenDecisions = (
  decisions: string,
  map: string,
  readTest: (path: string) => string,
): readonly string[] => {
  const rows = map.split('\n').filter((line) => /^\| D\d+\.\d+ /.test(line));
  return listDecisions(decisions).flatMap((id) => {
    const ofId = rows.filter((row) => row.startsWith(`| ${id} `));
    if (ofId.length === 0) return [`${id}: no row of docs/spec-map.md names it`];
    const done = ofId.filter((row) => /^done\b/.test(row.split(' | ')[1] ?? ''));
    const links = done.flatMap((row) => [...(row.split(' | ')[3] ?? '').matchAll(/\]\(\.\.\/([^)#]+)/g)]);
    const isNamed = links.some(([, path]) => new RegExp(`\\b${id.replace('.', '\\.')}\\b`).test(readTest(path!)));
    return done.length > 0 && !isNamed ? [`${id}: no linked test has the id in its text`] : [];
  });
};
