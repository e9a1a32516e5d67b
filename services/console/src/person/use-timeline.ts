import { t } from '@lingui/core/macro';
import type { AnyPage, CallOptions, RecordOf, Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { now } from '../components/current-time';
import { describeDue } from '../tasks/due-day';
import { useZone } from '../appointments/use-zone';

export type EntryKind = 'Event' | 'Note' | 'Call' | 'Text message' | 'Email' | 'Task';

/** One entry of the timeline of a person. */
export interface TimelineEntry {
  readonly key: string;
  readonly at: string;
  /** The id of the record among those of its kind. */
  readonly id: number;
  readonly kind: EntryKind;
  readonly title: string;
  readonly text: string;
  readonly by: string;
  /** The property that an event is about. */
  readonly property?: Schemas['Event']['property'];
}

/** The timeline and the first error of its parts. */
export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  readonly pending: boolean;
  readonly error: unknown;
  /** Older entries exist that are not loaded yet. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

/** Records of each kind that one request reads. */
const PAGE_SIZE = 100;

type Text = string | null | undefined;
type EntryTexts = Readonly<Record<'title' | 'text' | 'by', Text>> & Pick<TimelineEntry, 'property'>;

/** Notes can be HTML; the timeline shows only their text. */
const stripHtml = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
const join = (parts: readonly Text[], separator = ' · '): string => parts.filter(Boolean).join(separator);

const describeEvent = ({ type, message, description, property, pageTitle, source, system }: Schemas['Event']) => ({
  title: type,
  text: join([message, description, pageTitle]),
  by: join([source, system]),
  property,
});

const describeNote = ({ subject, body, isHtml, createdBy }: Schemas['Note']) => ({
  title: subject,
  text: isHtml ? stripHtml(body ?? '') : body,
  by: createdBy,
});

const describeCall = ({ isIncoming, outcome, note, userName }: Schemas['PhoneCall']) => ({
  title: isIncoming ? t`Call received` : t`Call made`,
  text: join([outcome, note]),
  by: userName,
});

const describeText = ({ isIncoming, message, userName }: Schemas['TextMessage']) => ({
  title: isIncoming ? t`Text received` : t`Text sent`,
  text: message,
  by: userName,
});

const describeEmail = ({ isIncoming, subject, body, isHtml, userName, from }: Schemas['EmailMessage']) => ({
  title: join([isIncoming ? t`Email received` : t`Email sent`, subject], ': '),
  text: isHtml ? stripHtml(body ?? '') : body,
  by: isIncoming ? from : userName,
});

const describeTask = (task: Schemas['Task'], zone: string) => {
  const { name, type, isCompleted, AssignedTo } = task;
  const due = describeDue(task, new Date(now()), zone);
  return {
    title: name,
    text: join([type, isCompleted ? t`done` : t`to do`, due && t`due ${due.text}`]),
    by: AssignedTo,
  };
};

interface TimelinePart {
  readonly entries: readonly TimelineEntry[];
  readonly hasMore: boolean;
}

/**
 * Merges the parts, newest first. A part with more pages hides entries of other parts that are older than its last
 * loaded entry: entries between the two may still be missing.
 */
const mergeParts = (parts: readonly TimelinePart[]): TimelineEntry[] => {
  const oldestComplete = parts
    .filter(({ hasMore }) => hasMore)
    .map(({ entries }) => entries.reduce((oldest, { at }) => (at < oldest ? at : oldest), '9999'))
    .reduce((newest, at) => (at > newest ? at : newest), '');
  return parts
    .flatMap(({ entries }) => entries)
    .filter(({ at }) => at >= oldestComplete)
    .sort((a, b) => b.at.localeCompare(a.at));
};

type EntryRecord = { readonly id: number; readonly created?: string | null };

/** Reads the records of one kind and describes them as entries. */
const useEntries = <Page extends AnyPage>(
  personId: number,
  kind: TimelineEntry['kind'],
  subject: string,
  list: (query: { personId: number; limit: number }, options: CallOptions) => PromiseLike<Page>,
  describe: (row: RecordOf<Page>) => EntryTexts,
) => {
  const collection = useCollection([subject], list, { personId, limit: PAGE_SIZE });
  const entries = collection.rows.map((row): TimelineEntry => {
    const { id, created } = row as EntryRecord;
    const { title, text, by, property } = describe(row);
    return {
      key: `${kind}${id}`,
      id,
      at: created ?? '',
      kind,
      title: title ?? '',
      text: text ?? '',
      by: by ?? '',
      property,
    };
  });
  return { ...collection, entries };
};

/** Reads the history of a person page by page, newest first. */
export const useTimeline = (personId: number): Timeline => {
  const zone = useZone();
  const parts = [
    useEntries(personId, 'Event', 'events', porchlight.events.list, describeEvent),
    useEntries(personId, 'Note', 'notes', porchlight.notes.list, describeNote),
    useEntries(personId, 'Call', 'calls', porchlight.calls.list, describeCall),
    useEntries(personId, 'Text message', 'textMessages', porchlight.textMessages.list, describeText),
    useEntries(personId, 'Email', 'emails', porchlight.emails.list, describeEmail),
    useEntries(personId, 'Task', 'tasks', porchlight.tasks.list, (task) => describeTask(task, zone)),
  ];
  const incomplete = parts.filter(({ hasMore }) => hasMore);
  return {
    entries: mergeParts(parts),
    pending: parts.some(({ pending }) => pending),
    error: parts.find(({ error }) => error)?.error,
    hasMore: incomplete.length > 0,
    loadingMore: parts.some(({ loadingMore }) => loadingMore),
    loadMore: () => incomplete.forEach(({ loadMore }) => loadMore()),
    retry: () => parts.filter(({ error }) => error).forEach(({ retry }) => retry()),
  };
};
