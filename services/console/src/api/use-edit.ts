import type { CallOptions } from '@porchlight/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EditConflict } from './edit-conflict';

/** Reads and changes one kind of record. `get` returns all fields that can be changed. */
export interface EditApi<R, Change> {
  readonly subject: string;
  get(id: number): { withResponse(): PromiseLike<{ readonly data: R; readonly response: Response }> };
  update(id: number, change: Change, options: CallOptions): PromiseLike<R>;
  /** The name of a field for the user. */
  label(field: string): string;
}

interface Edit<R, Change> {
  readonly change: Change;
  /** The record as the user saw it when the change began. */
  readonly base: R;
  /** Replaces values of other users. */
  readonly replace?: boolean;
}

interface EditOptions {
  /** Called after the change, also after one that replaces the value of another user. */
  readonly onSuccess?: (() => void) | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const format = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(format).join(', ');
  return typeof value === 'object'
    ? Object.values(value).filter(Boolean).map(String).join(' ')
    : String(value as string);
};

/**
 * Changes fields of a record in place, with `If-Match`: sends only the given fields. If another user changed one of
 * them after the user saw it, nothing is sent and `conflict` has both values.
 */
export const useEdit = <R extends { readonly id: number }, Change extends object>(api: EditApi<R, Change>) => {
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<{ readonly error: EditConflict; replace(): void }>();
  const mutation = useMutation({
    mutationFn: async ({ change, base, replace }: Edit<R, Change>) => {
      const { data, response } = await api.get(base.id).withResponse();
      const changed = change as Fields;
      const current = data as Fields;
      const conflicts = Object.keys(change).filter(
        (name) => !isEqual(current[name], (base as Fields)[name]) && !isEqual(current[name], changed[name]),
      );
      if (conflicts.length > 0 && !replace) {
        throw new EditConflict(
          conflicts.map((name) => ({
            label: api.label(name),
            theirs: format(current[name]),
            yours: format(changed[name]),
          })),
        );
      }
      const ifMatch = response.headers.get('etag');
      return api.update(base.id, change, ifMatch === null ? {} : { ifMatch });
    },
    onSuccess: (saved) => {
      queries.setQueryData<R>([api.subject, saved.id], (shown) => shown && { ...shown, ...saved });
      void queries.invalidateQueries({ queryKey: [api.subject] });
    },
  });
  const edit = (variables: Edit<R, Change>, options: EditOptions = {}): void =>
    mutation.mutate(variables, {
      onSuccess: options.onSuccess,
      onError: (error) => {
        if (error instanceof EditConflict)
          setConflict({ error, replace: () => edit({ ...variables, replace: true }, options) });
      },
    });
  return {
    edit,
    isPending: mutation.isPending,
    error: mutation.error instanceof EditConflict ? null : mutation.error,
    conflict,
    endConflict: () => setConflict(undefined),
  };
};
