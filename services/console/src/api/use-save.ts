import type { CallOptions } from '@porchlight/sdk';
import { useRef, useState } from 'react';
import { EditConflict } from './edit-conflict';
import { useChange } from './hooks';

/** An entry of a list: a word, an id, or an object whose name the user knows. */
type Entry = string | number | { readonly name?: string | null; readonly email?: string | null };
type Value = string | number | boolean | null | undefined | readonly Entry[];
type Fields = Readonly<Record<string, Value>>;

const equal = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields whose values differ from the former ones. */
export const pickChanges = <T extends object>(former: object, next: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(next).filter(([name, value]) => !equal(value as Value, (former as Fields)[name])),
  ) as Partial<T>;

/** A value for the user: of a record its name or email, of other objects, such as steps, what they contain. */
const format = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(format).join(', ');
  if (typeof value !== 'object' || value === null) return String((value as string | null | undefined) ?? '');
  const { name, email } = value as { readonly name?: string | null; readonly email?: string | null };
  return name ?? email ?? Object.values(value).map(format).filter(Boolean).join(' ');
};

const createConflict = (fields: readonly string[], theirs: Fields, mine: Fields, labels: Fields): EditConflict =>
  new EditConflict(
    fields.map((name) => ({
      label: format(labels[name]),
      theirs: format(theirs[name]),
      yours: format(mine[name]),
    })),
  );

/** The operations of a resource that read and change one record. */
export interface RecordApi<R, Body> {
  get(id: number): { withResponse(): PromiseLike<{ readonly data: R; readonly response: Response }> };
  update(id: number, changes: Partial<Body>, query: undefined, options: CallOptions): PromiseLike<R>;
}

interface SaveOptions<R, V, Body> {
  /** The record as the form shows it. */
  readonly record: R;
  readonly api: RecordApi<R, Body>;
  /** The values of the form that shows a record. */
  readonly toValues: (record: R) => V;
  readonly toBody: (values: V) => Body;
  /** The labels of the fields, for the message about a conflict. */
  readonly labels: Readonly<Partial<Record<keyof Body, string>>>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
}

/**
 * Saves only the fields that the user changed, so that two users can edit one record. Rejects, with both values, if
 * another user changed one of these fields after the form was opened; the next attempt replaces it.
 */
export const useSave = <R extends { readonly id: number }, V, Body extends object>({
  record,
  api,
  toValues,
  toBody,
  labels,
  subjects,
}: SaveOptions<R, V, Body>) => {
  const [loaded] = useState(() => toBody(toValues(record)));
  const former = useRef(loaded);
  const seen = useRef(loaded);
  return useChange(
    async (values: V) => {
      const body = toBody(values);
      const { data, response } = await api.get(record.id).withResponse();
      const current = toBody(toValues(data));
      const changes = pickChanges(current, pickChanges(former.current, body));
      const conflicts = Object.keys(changes).filter((name) => name in pickChanges(seen.current, current));
      seen.current = current;
      if (conflicts.length > 0) throw createConflict(conflicts, current as Fields, body as Fields, labels);
      if (Object.keys(changes).length === 0) return data;
      const ifMatch = response.headers.get('etag');
      const saved = await api.update(record.id, changes, undefined, ifMatch === null ? {} : { ifMatch });
      // A form on a page stays: its next save starts from here.
      former.current = body;
      seen.current = { ...current, ...changes };
      return saved;
    },
    ...subjects,
  );
};
