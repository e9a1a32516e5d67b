import { useCollection } from '../api/hooks';

/** One thing that happened with a person. */
export interface Happening {
  readonly key: string;
  readonly at: string;
  readonly kind: 'Event' | 'Note' | 'Call' | 'Text message' | 'Task';
  readonly title: string;
  readonly text: string;
  readonly by: string;
}

/** The timeline and the first error of its parts. */
export interface Timeline {
  readonly happenings: readonly Happening[];
  readonly pending: boolean;
  readonly failed: unknown;
  /** Older entries exist that are not loaded yet. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  more(): void;
  again(): void;
}

/** Records of each kind that one request reads. */
const PAGE_SIZE = 100;

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly created: string };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Notes may be HTML; only their words are shown. */
const words = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
const joined = (...parts: unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

const addressOf = (property: unknown): string => {
  const { street, city, state } = (property ?? {}) as Record<string, unknown>;
  return [street, city, state].filter((part) => typeof part === 'string' && part !== '').join(', ');
};

interface Kind {
  readonly kind: Happening['kind'];
  readonly path: string;
  readonly name: string;
  readonly show: (row: Row) => Pick<Happening, 'title' | 'text' | 'by'>;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'Event',
    path: '/v1/events',
    name: 'events',
    show: (row) => ({
      title: text(row['type']),
      text: joined(row['message'], row['description'], addressOf(row['property']), row['pageTitle']),
      by: joined(row['source'], row['system']),
    }),
  },
  {
    kind: 'Note',
    path: '/v1/notes',
    name: 'notes',
    show: (row) => ({
      title: text(row['subject']),
      text: row['isHtml'] === true ? words(text(row['body'])) : text(row['body']),
      by: text(row['createdBy']),
    }),
  },
  {
    kind: 'Call',
    path: '/v1/calls',
    name: 'calls',
    show: (row) => ({
      title: row['isIncoming'] === true ? 'Call received' : 'Call made',
      text: joined(row['outcome'], row['note']),
      by: text(row['userName']),
    }),
  },
  {
    kind: 'Text message',
    path: '/v1/textMessages',
    name: 'textmessages',
    show: (row) => ({
      title: row['isIncoming'] === true ? 'Text received' : 'Text sent',
      text: text(row['message']),
      by: text(row['userName']),
    }),
  },
  {
    kind: 'Task',
    path: '/v1/tasks',
    name: 'tasks',
    show: (row) => ({
      title: text(row['name']),
      text: joined(
        row['type'],
        row['isCompleted'] === 1 ? 'done' : 'to do',
        row['dueDate'] ? `due ${text(row['dueDate'])}` : '',
      ),
      by: text(row['AssignedTo']),
    }),
  },
];

interface Part {
  readonly happenings: readonly Happening[];
  readonly hasMore: boolean;
}

/**
 * Merges the parts, newest first. A part with more pages hides entries of other parts that are older than its last
 * loaded entry: entries between the two may still be missing.
 */
export const mergeParts = (parts: readonly Part[]): Happening[] => {
  const oldestComplete = parts
    .filter(({ hasMore }) => hasMore)
    .map(({ happenings }) => happenings.reduce((oldest, { at }) => (at < oldest ? at : oldest), '9999'))
    .reduce((newest, at) => (at > newest ? at : newest), '');
  return parts
    .flatMap(({ happenings }) => happenings)
    .filter(({ at }) => at >= oldestComplete)
    .sort((a, b) => b.at.localeCompare(a.at));
};

/** Reads the history of a person page by page, newest first. */
export const useTimeline = (personId: number): Timeline => {
  // The kinds are constant, so the hooks run in the same order at every render.
  const parts = KINDS.map(({ path, name }) => useCollection<Row>(path, name, { personId, limit: PAGE_SIZE }));
  const happenings = mergeParts(
    parts.map(({ rows, hasMore }, at) => {
      const { kind, show } = KINDS[at]!;
      return {
        hasMore,
        happenings: rows.map((row) => ({ key: `${kind}${row.id}`, at: row.created, kind, ...show(row) })),
      };
    }),
  );
  const incomplete = parts.filter(({ hasMore }) => hasMore);
  return {
    happenings,
    pending: parts.some(({ pending }) => pending),
    failed: parts.find(({ error }) => error)?.error,
    hasMore: incomplete.length > 0,
    loadingMore: parts.some(({ loadingMore }) => loadingMore),
    more: () => incomplete.forEach(({ more }) => more()),
    again: () => parts.filter(({ error }) => error).forEach(({ again }) => again()),
  };
};
