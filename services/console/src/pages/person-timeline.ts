import { useRecord } from '../api/hooks';

/** One thing that happened with a person. */
export interface Happening {
  readonly key: string;
  readonly at: string;
  readonly kind: 'Event' | 'Note' | 'Call' | 'Text message' | 'Task';
  readonly title: string;
  readonly text: string;
  readonly by: string;
}

/** The timeline, and which parts of it could not be read. */
export interface Timeline {
  readonly happenings: readonly Happening[];
  readonly pending: boolean;
  readonly failed: unknown;
  again(): void;
}

/** Most of each kind; older ones are left out. */
const MOST = 100;

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly created: string };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Notes may be HTML; only their words are shown. */
const words = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
const joined = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

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
    show: (row) => ({ title: row['isIncoming'] === true ? 'Call received' : 'Call made', text: joined(row['outcome'], row['note']), by: text(row['userName']) }),
  },
  {
    kind: 'Text message',
    path: '/v1/textMessages',
    name: 'textmessages',
    show: (row) => ({ title: row['isIncoming'] === true ? 'Text received' : 'Text sent', text: text(row['message']), by: text(row['userName']) }),
  },
  {
    kind: 'Task',
    path: '/v1/tasks',
    name: 'tasks',
    show: (row) => ({
      title: text(row['name']),
      text: joined(row['type'], row['isCompleted'] === 1 ? 'done' : 'to do', row['dueDate'] ? `due ${text(row['dueDate'])}` : ''),
      by: text(row['AssignedTo']),
    }),
  },
];

/** Reads all that happened with a person, newest first. */
export const useTimeline = (personId: number): Timeline => {
  // The kinds never change: the same hooks in the same order each time.
  const parts = KINDS.map(({ path }) => useRecord<Record<string, Row[]>>(path, { personId, limit: MOST }));
  const happenings = parts.flatMap(({ data }, at) => {
    const { kind, name, show } = KINDS[at]!;
    return (data?.[name] ?? []).map((row): Happening => ({ key: `${kind}${row.id}`, at: row.created, kind, ...show(row) }));
  });
  return {
    happenings: happenings.sort((a, b) => b.at.localeCompare(a.at)),
    pending: parts.some(({ isPending }) => isPending),
    failed: parts.find(({ error }) => error)?.error,
    again: () => parts.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  };
};
